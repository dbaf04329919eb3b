/// The cost of connections that do nothing.
package struct Idle: Scenario {
    var connections: Int
    /// The lists among which the clients are shared out; 0: they only send `hello`.
    var lists: Int
    /// The seconds to measure them while they do nothing.
    var seconds: Double

    package init(connections: Int, lists: Int, seconds: Double) {
        self.connections = connections
        self.lists = lists
        self.seconds = seconds
    }

    /// The number of connections before the memory is first read, so that what the server allocates
    /// once, and its lists, do not count.
    private var first: Int { max(50, lists) }

    package var clientCount: Int { first + connections }

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("idle")
        result.set("connections", "connections", connections)
        result.set("lists", "lists", lists)
        let group = try ClientGroup(context, runKey: context.runKey)
        defer { for list in group.lists { context.deleteList(list.name) } }
        for number in 0..<lists { _ = group.addList(try context.makeList(number, rows: 10)) }
        try connect(first, group)
        _ = try group.loop.turn(seconds: 0.5) { false }
        let before = try context.window(group)
        let start = MonotonicClock.now
        for place in stride(from: 0, to: connections, by: 200) {
            context.progress.show(Double(place) / Double(connections), "connecting")
            try connect(min(200, connections - place), group)
        }
        let end = MonotonicClock.now
        _ = try group.loop.turn(seconds: 0.5) { false }
        let joined = try before.read(loop: group.loop.utilization)
        let quiet = try context.window(group)
        context.progress.show(nil, "doing nothing")
        _ = try group.loop.turn(seconds: seconds) { false }
        let idle = try quiet.read(loop: group.loop.utilization)
        add(joined, milliseconds: MonotonicClock.seconds(end - start) * 1_000, &result)
        add(idle, clients: group.clients.count, &result)
        try Convergence(context: context, group: group).check(&result)
        return result
    }

    /// Connects clients, which open the lists in turn.
    private func connect(_ count: Int, _ group: ClientGroup) throws {
        for _ in 0..<count {
            try group.addClient(list: lists == 0 ? nil : group.clients.count % lists)
        }
        try group.waitUntilReady()
    }

    private func add(
        _ joined: WindowUsage, milliseconds: Double, _ result: inout ScenarioResult
    ) {
        if let growth = joined.memoryGrowth {
            result.add(
                "memory.connection", "server memory, a connection",
                Double(growth) / 1_024 / Double(connections), "KiB")
        }
        if let memory = joined.memory {
            result.add("memory", "server memory", Double(memory) / 1_048_576, "MiB")
        }
        result.add("time.join", "until all had joined, 200 at a time", milliseconds, "ms")
        if let server = joined.serverMicroseconds {
            result.add(
                "cpu.join", "server CPU, a connection made", server / Double(connections), "µs")
            result.add("cpu.join.all", "server CPU, all of them", server / 1_000, "ms")
        }
        if joined.isGeneratorLimited { result.noteGeneratorLimit(joined) }
    }

    private func add(_ idle: WindowUsage, clients: Int, _ result: inout ScenarioResult) {
        guard let server = idle.serverMicroseconds else { return }
        result.add(
            "cpu.idle", "server CPU while idle", server / (idle.seconds * 1e6) * 100,
            "% of a processor")
        result.add(
            "cpu.idle.thousand", "server CPU while idle, 1,000 connections",
            server / idle.seconds / Double(clients) * 1_000, "µs/s")
    }
}
