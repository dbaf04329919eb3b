/// All clients lose their connections and reconnect at the same time.
package struct Storm: Scenario {
    var clients: Int
    /// The lists among which the clients are shared out; each has an editor besides.
    var lists: Int
    /// The number of edits of each list that they miss while disconnected.
    var missed: Int
    /// Whether they lose their connections as the server is killed, and return once it is ready again.
    var killsServer: Bool

    package init(clients: Int, lists: Int, missed: Int, killsServer: Bool) {
        self.clients = clients
        self.lists = lists
        self.missed = missed
        self.killsServer = killsServer
    }

    static let rows = 100

    package var clientCount: Int { clients + lists }

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("storm")
        result.set("clients", "clients", clients)
        result.set("lists", "lists", lists)
        result.set("missed", "edits missed", missed)
        let group = try ClientGroup(context, runKey: context.runKey)
        defer { for list in group.lists { context.deleteList(list.name) } }
        for number in 0..<lists {
            context.progress.show(Double(number) / Double(lists), "making lists")
            let list = group.addList(try context.makeList(number, rows: Storm.rows))
            _ = try group.addEditor(list: list)
        }
        for number in 0..<clients { try group.addClient(list: number % lists) }
        context.progress.show(nil, "joining")
        try group.waitUntilReady()
        let returning: Range<Int>
        if killsServer {
            returning = group.clients.indices
            try restart(context, &result)
        } else {
            returning = lists..<group.clients.count
            try cut(returning, group, context)
            context.progress.show(nil, "editing without them")
            try edit(missed, group, context)
        }
        try comeBack(returning, group, context, &result)
        // The server sends `head` only after a change.
        try edit(1, group, context)
        try Convergence(context: context, group: group).check(&result)
        return result
    }

    /// Cuts connections, and waits until the server has noticed: it may not have descriptors for twice as many.
    private func cut(
        _ numbers: Range<Int>, _ group: ClientGroup, _ context: LoadContext
    ) throws {
        let before = try context.meter.descriptors?.open ?? 0
        for number in numbers { group.loop.cut(group.loop.connections[number]) }
        let end = MonotonicClock.now + MonotonicClock.nanoseconds(10)
        while let open = try context.meter.descriptors?.open, open > before - numbers.count,
            MonotonicClock.now < end
        {
            _ = try group.loop.turn(seconds: 0.05) { false }
        }
    }

    /// Kills the server (SIGKILL) and starts it again.
    private func restart(_ context: LoadContext, _ result: inout ScenarioResult) throws {
        guard let server = context.server else {
            throw LoadError("--kill kills the server: it needs one of its own, --start-server")
        }
        context.progress.show(nil, "kill -9, and starting the server again")
        let start = MonotonicClock.now
        server.kill()
        try server.start()
        try server.waitUntilReady()
        result.add(
            "time.server", "kill to the server being ready",
            MonotonicClock.seconds(MonotonicClock.now - start) * 1_000, "ms")
    }

    /// Reconnects clients at once, and measures until each has its list.
    private func comeBack(
        _ numbers: Range<Int>, _ group: ClientGroup, _ context: LoadContext,
        _ result: inout ScenarioResult
    ) throws {
        context.progress.show(nil, "coming back")
        let window = try context.window(group)
        let bytes = group.receivedBytes
        let start = MonotonicClock.now
        for number in numbers { try group.reconnect(number) }
        try group.waitUntilReady()
        let use = try window.read(loop: group.loop.utilization)
        var waits = Latencies()
        for number in numbers {
            waits.record(nanoseconds: group.clients[number].openedAt - start)
        }
        let count = Double(numbers.count)
        result.add("time", "until all had the list again", use.seconds * 1_000, "ms")
        result.addLatencies("wait", "until a client had it", waits)
        if let server = use.serverMicroseconds {
            result.add("cpu.client", "server CPU, a client", server / count, "µs")
            result.add("cpu", "server CPU, all of it", server / 1_000, "ms")
        }
        if let memory = use.memory {
            result.add("memory", "server memory", Double(memory) / 1_048_576, "MiB")
        }
        result.add(
            "received", "received, a client", Double(group.receivedBytes - bytes) / count / 1_000,
            "kB")
        if context.usesTLS {
            let resumed = numbers.count { group.loop.connections[$0].tls?.isResumed ?? false }
            result.add("tls.resumed", "TLS sessions resumed", Double(resumed) / count * 100, "%")
        }
        if use.isGeneratorLimited { result.noteGeneratorLimit(use) }
    }

    /// Has the editor of each list make so many edits, one after the other.
    private func edit(_ count: Int, _ group: ClientGroup, _ context: LoadContext) throws {
        let templates = group.editors.map {
            context.text.update(of: group.listName(of: $0), editor: $0.number)
        }
        for _ in 0..<count {
            for editor in group.editors {
                editor.add(due: MonotonicClock.now) { id, output in
                    templates[editor.number].append(id: id, row: id % Storm.rows, to: &output)
                }
                group.flush(editor)
            }
            let isAnswered = try group.loop.turn(seconds: 30) {
                group.pendingCount == 0 || !group.faults.isEmpty
            }
            guard isAnswered, group.faults.isEmpty else {
                throw LoadError("an edit was not answered: \(group.faults.texts)")
            }
        }
    }
}
