/// The cost of the same edits, and of joining, on lists of different lengths.
package struct Growth: Scenario {
    /// The number of rows of each list.
    var lengths: [Int]
    /// The number of editors, one unanswered edit each: updates and moves in turn.
    var editors: Int
    var seconds: Double
    /// The number of clients that join each list, one after the other.
    var joins: Int

    package init(lengths: [Int], editors: Int, seconds: Double, joins: Int) {
        self.lengths = lengths
        self.editors = editors
        self.seconds = seconds
        self.joins = joins
    }

    package var clientCount: Int { max(editors, joins) }

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
        let group = try ClientGroup(context, runKey: "\(context.runKey)-e\(length)")
        let list = group.addList(name)
        for _ in 0..<editors { _ = try group.addEditor(list: list) }
        try group.waitUntilReady()
        let loop = ClosedLoop(
            group: group, text: context.text, inFlight: 1, rows: length, movesToo: true)
        let outcome = try loop.run(
            meter: context.meter, seconds: seconds, progress: context.progress)
        result.add(
            "rate.\(length)", "\(length) rows: edits a second", outcome.editsPerSecond, "1/s")
        if let server = outcome.use.serverMicroseconds {
            result.add(
                "edit.\(length)", "\(length) rows: server CPU, an edit",
                server / Double(max(outcome.counters.answers, 1)), "µs")
        }
        if outcome.use.isGeneratorLimited { result.noteGeneratorLimit(outcome.use) }
        try Convergence(context: context, group: group).check(&result)
    }

    private func join(
        _ name: String, _ length: Int, _ context: LoadContext, _ result: inout ScenarioResult
    ) throws {
        let group = try ClientGroup(context, runKey: "\(context.runKey)-j\(length)")
        let list = group.addList(name)
        var costs: [Double] = []
        var times: [Double] = []
        for _ in 0..<joins {
            let window = try context.window(group, isShort: true)
            try group.addClient(list: list)
            try group.waitUntilReady()
            let use = try window.read(loop: group.loop.utilization)
            times.append(use.seconds * 1_000)
            if let server = use.serverMicroseconds { costs.append(server / 1_000) }
        }
        let bytes = Double(group.receivedBytes) / Double(joins) / 1e6
        result.add("join.bytes.\(length)", "\(length) rows: received to join", bytes, "MB")
        addJoins("join.time.\(length)", "\(length) rows: time to join", times, &result)
        addJoins("join.cpu.\(length)", "\(length) rows: server CPU, a join", costs, &result)
    }

    /// Adds the first join, for which the server may encode the list, and the median of the others.
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
