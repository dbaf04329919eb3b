/// Editors that all edit one list, each as fast as it is answered: a closed loop.
package struct Editors: Scenario {
    var editors: Int
    /// The number of unanswered edits of each editor.
    var inFlight: Int
    var seconds: Double

    package init(editors: Int, inFlight: Int, seconds: Double) {
        self.editors = editors
        self.inFlight = inFlight
        self.seconds = seconds
    }

    static let rows = 100

    package var clientCount: Int { editors }

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("editors")
        result.set("editors", "editors", editors)
        result.set("inFlight", "edits under way, each", inFlight)
        let name = try context.makeList(0, rows: Editors.rows)
        defer { context.deleteList(name) }
        let group = try ClientGroup(context, runKey: context.runKey)
        let list = group.addList(name)
        for _ in 0..<editors { _ = try group.addEditor(list: list) }
        context.progress.show(nil, "joining")
        try group.waitUntilReady()
        let loop = ClosedLoop(
            group: group, text: context.text, inFlight: inFlight, rows: Editors.rows)
        let outcome = try loop.run(
            meter: context.meter, seconds: seconds, progress: context.progress)
        result.add(outcome)
        try Convergence(context: context, group: group).check(&result)
        return result
    }
}

/// Many lists with a few editors each: as fast as they are answered, or at a steady rate.
package struct Lists: Scenario {
    var lists: Int
    /// The number of editors of each list.
    var clients: Int
    /// The number of unanswered edits of each editor.
    var inFlight: Int
    /// Edits a second of all editors together, an open loop; nil: a closed one.
    var rate: Double?
    var seconds: Double

    package init(lists: Int, clients: Int, inFlight: Int, rate: Double?, seconds: Double) {
        self.lists = lists
        self.clients = clients
        self.inFlight = inFlight
        self.rate = rate
        self.seconds = seconds
    }

    static let rows = 20
    /// Milliseconds that an edit may wait until a rate is given up.
    private static let longestWait = 10_000.0

    package var clientCount: Int { lists * clients }

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("lists")
        result.set("lists", "lists", lists)
        result.set("clients", "clients, each", clients)
        if let rate {
            result.set("rate", "edits due a second", Int(rate))
        } else {
            result.set("inFlight", "edits under way, each", inFlight)
        }
        let group = try ClientGroup(context, runKey: context.runKey)
        defer { for list in group.lists { context.deleteList(list.name) } }
        for number in 0..<lists {
            context.progress.show(Double(number) / Double(lists), "making lists")
            let list = group.addList(try context.makeList(number, rows: Lists.rows))
            for _ in 0..<clients { _ = try group.addEditor(list: list) }
        }
        context.progress.show(nil, "joining")
        try group.waitUntilReady()
        if let rate {
            try edit(at: rate, group, context, &result)
        } else {
            let loop = ClosedLoop(
                group: group, text: context.text, inFlight: inFlight, rows: Lists.rows)
            result.add(
                try loop.run(meter: context.meter, seconds: seconds, progress: context.progress))
        }
        try Convergence(context: context, group: group).check(&result)
        return result
    }

    private func edit(
        at rate: Double, _ group: ClientGroup, _ context: LoadContext,
        _ result: inout ScenarioResult
    ) throws {
        context.progress.show(nil, "\(Int(rate)) edits/s")
        let loop = OpenLoop(
            group: group, text: context.text, rate: rate, seconds: seconds, rows: Lists.rows,
            sharing: .inTurn, giveUpMilliseconds: Lists.longestWait)
        let outcome = try loop.run(meter: context.meter)
        result.add("rate", "edits answered a second", outcome.achieved, "1/s")
        result.addLatencies("answer", "due to answered", outcome.counters.answerLatencies)
        result.add(
            outcome.use, edits: outcome.counters.answers, deliveries: outcome.counters.deliveries,
            bytes: outcome.bytes)
        guard !outcome.isWhole else { return }
        result.converged = false
        result.notes.append("the rate was missed: an edit waited for 10 s, or was not answered")
    }
}
