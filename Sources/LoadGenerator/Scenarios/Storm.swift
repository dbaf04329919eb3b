/// All clients lose their connections and reconnect at the same time, with edits missed.
package struct Storm: Scenario {
    var clients: Int
    /// The number of edits that they miss while disconnected.
    var missed: Int

    package init(clients: Int, missed: Int) {
        self.clients = clients
        self.missed = missed
    }

    static let rows = 100

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("storm")
        result.set("clients", "clients", clients)
        result.set("missed", "edits missed", missed)
        let name = try context.makeList(0, rows: Storm.rows)
        defer { context.deleteList(name) }
        let group = try ClientGroup(context.addresses, runKey: context.runKey)
        let list = group.addList(name)
        let editor = try group.addEditor(list: list)
        for _ in 0..<clients { try group.addClient(list: list) }
        context.progress.show(nil, "joining")
        try group.waitUntilReady()
        for number in 1...clients { group.loop.cut(group.loop.connections[number]) }
        context.progress.show(nil, "editing without them")
        try edit(group, editor, context)

        context.progress.show(nil, "coming back")
        let window = try context.window(group)
        let bytes = group.receivedBytes
        let start = MonotonicClock.now
        for number in 1...clients { try group.reconnect(number) }
        try group.waitUntilReady()
        let use = try window.read(loop: group.loop.utilization)
        var waits = Latencies()
        for number in 1...clients {
            waits.record(nanoseconds: group.clients[number].openedAt - start)
        }
        result.add("time", "until all had the list again", use.seconds * 1_000, "ms")
        result.addLatencies("wait", "until a client had it", waits)
        if let server = use.serverMicroseconds {
            result.add("cpu.client", "server CPU, a client", server / Double(clients), "µs")
            result.add("cpu", "server CPU, all of it", server / 1_000, "ms")
        }
        let received = Double(group.receivedBytes - bytes) / Double(clients) / 1_000
        result.add("received", "received, a client", received, "kB")
        if use.isGeneratorLimited { result.noteGeneratorLimit(use) }
        try Convergence(context: context, group: group).check(&result)
        return result
    }

    private func edit(_ group: ClientGroup, _ editor: Editor, _ context: LoadContext) throws {
        let template = context.text.update(of: group.listName(of: editor), editor: editor.number)
        for _ in 0..<missed {
            editor.add(due: MonotonicClock.now) { id, output in
                template.append(id: id, row: id % Storm.rows, to: &output)
            }
            group.flush(editor)
            guard
                try group.loop.turn(
                    seconds: 30,
                    until: {
                        editor.pending.isEmpty || !group.faults.isEmpty
                    }), group.faults.isEmpty
            else { throw LoadError("an edit was not answered: \(group.faults.texts)") }
        }
    }
}
