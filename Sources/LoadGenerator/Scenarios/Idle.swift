/// Connections that do nothing: what each costs the server.
package struct Idle: Scenario {
    var connections: Int
    /// They open a list; else they say hello only.
    var opensList: Bool
    /// Seconds to watch them doing nothing.
    var seconds: Double

    package init(connections: Int, opensList: Bool, seconds: Double) {
        self.connections = connections
        self.opensList = opensList
        self.seconds = seconds
    }

    /// So many are connected before the memory is read for the first time, so that what the server
    /// allocates once is not counted.
    static let first = 50

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("idle")
        result.set("connections", "connections", connections)
        result.set("lists", "lists open, each", opensList ? 1 : 0)
        let name = try context.makeList(0, rows: 10)
        defer { context.deleteList(name) }
        let fleet = try Fleet(context.address, runKey: context.runKey)
        let list = fleet.addList(name)
        try connect(Idle.first, fleet, list)
        _ = try fleet.swarm.turn(seconds: 0.5) { false }
        let before = try context.window(fleet)
        for start in stride(from: 0, to: connections, by: 200) {
            context.progress.show(Double(start) / Double(connections), "connecting")
            try connect(min(200, connections - start), fleet, list)
        }
        _ = try fleet.swarm.turn(seconds: 0.5) { false }
        let joined = try before.read(loop: fleet.swarm.loop)
        let quiet = try context.window(fleet)
        context.progress.show(nil, "doing nothing")
        _ = try fleet.swarm.turn(seconds: seconds) { false }
        let idle = try quiet.read(loop: fleet.swarm.loop)
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
        try Convergence(context: context, fleet: fleet).check(&result)
        return result
    }

    private func connect(_ count: Int, _ fleet: Fleet, _ list: Int) throws {
        for _ in 0..<count { try fleet.addMember(list: opensList ? list : nil) }
        try fleet.waitUntilReady()
    }
}
