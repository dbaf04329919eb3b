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

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("editors")
        result.set("editors", "editors", editors)
        result.set("inFlight", "edits under way, each", inFlight)
        let name = try context.makeList(0, rows: Editors.rows)
        defer { context.deleteList(name) }
        let group = try ClientGroup(context.addresses, runKey: context.runKey)
        let list = group.addList(name)
        for _ in 0..<editors { _ = try group.addEditor(list: list) }
        context.progress.show(nil, "joining")
        try group.waitUntilReady()
        let loop = ClosedLoop(
            group: group, text: context.text, inFlight: inFlight, rows: Editors.rows)
        let outcome = try loop.run(
            process: context.process, seconds: seconds, progress: context.progress)
        result.add(outcome)
        try Convergence(context: context, group: group).check(&result)
        return result
    }
}

/// Many lists with a few editors each, each as fast as it is answered: a closed loop.
package struct Lists: Scenario {
    var lists: Int
    /// The number of editors of each list.
    var clients: Int
    /// The number of unanswered edits of each editor.
    var inFlight: Int
    var seconds: Double

    package init(lists: Int, clients: Int, inFlight: Int, seconds: Double) {
        self.lists = lists
        self.clients = clients
        self.inFlight = inFlight
        self.seconds = seconds
    }

    static let rows = 20

    package func run(_ context: LoadContext) throws -> ScenarioResult {
        var result = ScenarioResult("lists")
        result.set("lists", "lists", lists)
        result.set("clients", "clients, each", clients)
        result.set("inFlight", "edits under way, each", inFlight)
        let group = try ClientGroup(context.addresses, runKey: context.runKey)
        defer { for list in group.lists { context.deleteList(list.name) } }
        for number in 0..<lists {
            context.progress.show(Double(number) / Double(lists), "making lists")
            let list = group.addList(try context.makeList(number, rows: Lists.rows))
            for _ in 0..<clients { _ = try group.addEditor(list: list) }
        }
        context.progress.show(nil, "joining")
        try group.waitUntilReady()
        let loop = ClosedLoop(
            group: group, text: context.text, inFlight: inFlight, rows: Lists.rows)
        let outcome = try loop.run(
            process: context.process, seconds: seconds, progress: context.progress)
        result.add(outcome)
        try Convergence(context: context, group: group).check(&result)
        return result
    }
}
