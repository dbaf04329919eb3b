/// The cost of connections that do nothing.
package struct Idle: Scenario {
    var connections: Int
    /// Whether the clients open a list; otherwise they only send `hello`.
    var opensList: Bool
    /// The seconds to measure them while they do nothing.
    var seconds: Double

    package init(connections: Int, opensList: Bool, seconds: Double) {
        self.connections = connections
        self.opensList = opensList
        self.seconds = seconds
    }

    /// The number of connections before the memory is first read, so that what the server allocates
    /// once does not count.
    static let first = 50

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("idle")
        result.set("connections", "connections", connections)
        result.set("lists", "lists open, each", opensList ? 1 : 0)
        let name = try context.makeList(0, rows: 10)
        defer { context.deleteList(name) }
        let group = try ClientGroup(context.addresses, runKey: context.runKey)
        let list = group.addList(name)
        try connect(Idle.first, group, list)
        _ = try group.loop.turn(seconds: 0.5) { false }
        let before = try context.window(group)
        for start in stride(from: 0, to: connections, by: 200) {
            context.progress.show(Double(start) / Double(connections), "connecting")
            try connect(min(200, connections - start), group, list)
        }
        _ = try group.loop.turn(seconds: 0.5) { false }
        let joined = try before.read(loop: group.loop.utilization)
        let quiet = try context.window(group)
        context.progress.show(nil, "doing nothing")
        _ = try group.loop.turn(seconds: seconds) { false }
        let idle = try quiet.read(loop: group.loop.utilization)
        if let growth = joined.memoryGrowth {
            result.add(
                "memory.connection", "server memory, a connection",
                Double(growth) / 1_024 / Double(connections), "KiB")
        }
        if let server = joined.serverMicroseconds {
            result.add(
                "cpu.join", "server CPU, a connection made",
                server / Double(connections), "µs")
        }
        if let server = idle.serverMicroseconds {
            result.add(
                "cpu.idle", "server CPU while idle", server / (idle.seconds * 1e6) * 100,
                "% of a processor")
        }
        try Convergence(context: context, group: group).check(&result)
        return result
    }

    private func connect(_ count: Int, _ group: ClientGroup, _ list: Int) throws {
        for _ in 0..<count { try group.addClient(list: opensList ? list : nil) }
        try group.waitUntilReady()
    }
}
