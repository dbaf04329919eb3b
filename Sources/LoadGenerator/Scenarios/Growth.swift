/// The same edits on lists of different lengths, and joining each.
package struct Growth: Scenario {
    /// Rows of each list.
    var lengths: [Int]
    /// Clients that edit, one edit under way each: updates and moves in turn.
    var editors: Int
    var seconds: Double
    /// Clients that join each list, one after the other.
    var joins: Int

    package init(lengths: [Int], editors: Int, seconds: Double, joins: Int) {
        self.lengths = lengths
        self.editors = editors
        self.seconds = seconds
        self.joins = joins
    }

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("growth")
        result.set("editors", "editors", editors)
        result.set("joins", "joins", joins)
        for (number, length) in lengths.enumerated() {
            let name = try LongList(context: context, rows: length).make(number)
            defer { context.deleteList(name) }
            context.progress.show(nil, "editing \(length) rows")
            try edit(name, length, context, &result)
            context.progress.show(nil, "joining \(length) rows")
            try join(name, length, context, &result)
        }
        let costs = result.figures.filter { $0.key.hasPrefix("edit.") }
        if let first = costs.first, let last = costs.last, costs.count > 1, first.value > 0 {
            result.add(
                "ratio", "an edit of the last list against the first", last.value / first.value,
                "×")
        }
        return result
    }

    private func edit(
        _ name: String, _ length: Int, _ context: LoadContext, _ result: inout ScenarioResult
    ) throws {
        let fleet = try Fleet(context.address, runKey: "\(context.runKey)-e\(length)")
        let list = fleet.addList(name)
        for _ in 0..<editors { _ = try fleet.addEditor(list: list) }
        try fleet.waitUntilReady()
        let loop = ClosedLoop(
            fleet: fleet, text: context.text, inFlight: 1, rows: length, movesToo: true)
        let outcome = try loop.run(
            process: context.process, seconds: seconds, progress: context.progress)
        result.add(
            "rate.\(length)", "\(length) rows: edits a second", outcome.editsPerSecond, "1/s")
        if let server = outcome.use.serverMicroseconds {
            result.add(
                "edit.\(length)", "\(length) rows: server CPU, an edit",
                server / Double(max(outcome.tally.answers, 1)), "µs")
        }
        if outcome.use.isGeneratorLimited { result.limit(outcome.use) }
        try Convergence(context: context, fleet: fleet).check(&result)
    }

    private func join(
        _ name: String, _ length: Int, _ context: LoadContext, _ result: inout ScenarioResult
    ) throws {
        let fleet = try Fleet(context.address, runKey: "\(context.runKey)-j\(length)")
        let list = fleet.addList(name)
        var costs: [Double] = []
        var times: [Double] = []
        for _ in 0..<joins {
            let window = try context.window(fleet)
            try fleet.addMember(list: list)
            try fleet.waitUntilReady()
            let use = try window.read(loop: fleet.swarm.loop)
            times.append(use.seconds * 1_000)
            if let server = use.serverMicroseconds { costs.append(server / 1_000) }
        }
        let bytes = Double(fleet.receivedBytes) / Double(joins) / 1e6
        result.add("join.bytes.\(length)", "\(length) rows: received to join", bytes, "MB")
        addJoins("join.time.\(length)", "\(length) rows: time to join", times, &result)
        addJoins("join.cpu.\(length)", "\(length) rows: server CPU, a join", costs, &result)
    }

    /// The first join may have to encode the list; the others are told by their median.
    private func addJoins(
        _ key: String, _ title: String, _ values: [Double], _ result: inout ScenarioResult
    ) {
        guard let first = values.first else { return }
        let others = values.dropFirst().sorted()
        result.add("\(key).first", "\(title), the first", first, "ms")
        guard !others.isEmpty else { return }
        result.add(key, title, others[others.count / 2], "ms")
    }
}
