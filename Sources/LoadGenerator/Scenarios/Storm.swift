/// Everyone loses the connection and comes back at the same moment, with something missed.
package struct Storm: Scenario {
    var clients: Int
    /// Edits that they miss while they are away.
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
        let fleet = try Fleet(context.address, runKey: context.runKey)
        let list = fleet.addList(name)
        let editor = try fleet.addEditor(list: list)
        for _ in 0..<clients { try fleet.addMember(list: list) }
        context.progress.show(nil, "joining")
        try fleet.waitUntilReady()
        for number in 1...clients { fleet.swarm.cut(fleet.swarm.connections[number]) }
        context.progress.show(nil, "editing without them")
        try edit(fleet, editor, context)

        context.progress.show(nil, "coming back")
        let window = try context.window(fleet)
        let bytes = fleet.receivedBytes
        let start = MonotonicClock.now
        for number in 1...clients { try fleet.reconnect(number) }
        try fleet.waitUntilReady()
        let use = try window.read(loop: fleet.swarm.loop)
        var waits = Latencies()
        for number in 1...clients {
            waits.record(nanoseconds: fleet.members[number].openedAt - start)
        }
        result.add("time", "until all had the list again", use.seconds * 1_000, "ms")
        result.addLatencies("wait", "until a client had it", waits)
        if let server = use.serverMicroseconds {
            result.add("cpu.client", "server CPU, a client", server / Double(clients), "µs")
            result.add("cpu", "server CPU, all of it", server / 1_000, "ms")
        }
        let received = Double(fleet.receivedBytes - bytes) / Double(clients) / 1_000
        result.add("received", "received, a client", received, "kB")
        if use.isGeneratorLimited { result.limit(use) }
        try Convergence(context: context, fleet: fleet).check(&result)
        return result
    }

    private func edit(_ fleet: Fleet, _ editor: Editor, _ context: LoadContext) throws {
        let template = context.text.update(of: fleet.listName(of: editor), editor: editor.number)
        for _ in 0..<missed {
            editor.add(due: MonotonicClock.now) { id, output in
                template.append(id: id, row: id % Storm.rows, to: &output)
            }
            fleet.flush(editor)
            guard
                try fleet.swarm.turn(
                    seconds: 30,
                    until: {
                        editor.pending.isEmpty || !fleet.faults.isEmpty
                    }), fleet.faults.isEmpty
            else { throw LoadError("an edit was not answered: \(fleet.faults.texts)") }
        }
    }
}
