import Glibc

/// The server is killed while everyone edits, and started again.
///
/// How long is the list away, and is anything missing that was answered?
package struct Restart: Scenario {
    var editors: Int
    var rows: Int
    var rounds: Int
    /// Seconds of editing before each kill.
    var seconds: Double

    package init(editors: Int, rows: Int, rounds: Int, seconds: Double) {
        self.editors = editors
        self.rows = rows
        self.rounds = rounds
        self.seconds = seconds
    }

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        guard let server = context.server else {
            throw LoadError("restart kills the server: it needs one of its own, --start-server")
        }
        var result = ScenarioResult("restart")
        result.set("editors", "editors", editors)
        result.set("rows", "rows", rows)
        result.set("rounds", "kills", rounds)
        let name = try LongList(context: context, rows: rows).make(0)
        let fleet = try Fleet(context.address, runKey: context.runKey)
        let list = fleet.addList(name)
        for _ in 0..<editors { _ = try fleet.addEditor(list: list) }
        try fleet.waitUntilReady()
        let start = fleet.members[0].delivered
        fleet.expectsLosses = true
        let loop = ClosedLoop(fleet: fleet, text: context.text, inFlight: 4, rows: rows)
        var times: [Double] = []
        for round in 0..<rounds {
            context.progress.show(Double(round) / Double(rounds), "editing, then kill -9")
            for editor in fleet.editors { loop.send(editor) }
            try loop.turn(for: seconds)
            times.append(try killAndReturn(server, fleet))
        }
        // The server says how the list stands only after a change.
        for editor in fleet.editors { loop.send(editor) }
        try loop.turn(for: min(seconds, 0.5))
        fleet.expectsLosses = false
        times.sort()
        result.add("time", "kill to the list being back", times[times.count / 2], "ms")
        result.add("time.longest", "the longest of them", times.last ?? 0, "ms")
        let answered = fleet.editors.reduce(0) { $0 + $1.answered }
        result.add("answered", "edits answered", Double(answered), "")
        try result.add(
            history: History(context: context, fleet: fleet, list: name, after: start).read(),
            of: fleet)
        try Convergence(context: context, fleet: fleet).check(&result)
        return result
    }

    /// - Returns: Milliseconds from the kill until the first client had the list.
    private func killAndReturn(_ server: ServerProcess, _ fleet: Fleet) throws -> Double {
        let start = MonotonicClock.now
        server.kill()
        try server.start()
        let first = fleet.swarm.connections[0]
        try fleet.reconnect(0)
        let isBack = try fleet.swarm.turn(seconds: 60) {
            if first.stage == .ended {
                // Nobody listens yet.
                usleep(1_000)
                try? fleet.reconnect(0)
            }
            return fleet.members[0].isOpen
        }
        guard isBack else { throw LoadError("the list did not come back within a minute") }
        let time = MonotonicClock.seconds(fleet.members[0].openedAt - start) * 1_000
        for number in fleet.members.indices.dropFirst() { try fleet.reconnect(number) }
        try fleet.waitUntilReady()
        return time
    }
}
