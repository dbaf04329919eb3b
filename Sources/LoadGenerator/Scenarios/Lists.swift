/// Many lists with a few clients each, all of whom edit: a closed loop.
package struct Lists: Scenario {
    var lists: Int
    var clients: Int
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
        let fleet = try Fleet(context.address, runKey: context.runKey)
        defer { for list in fleet.lists { context.deleteList(list.name) } }
        for number in 0..<lists {
            context.progress.show(Double(number) / Double(lists), "making lists")
            let list = fleet.addList(try context.makeList(number, rows: Lists.rows))
            for _ in 0..<clients { _ = try fleet.addEditor(list: list) }
        }
        context.progress.show(nil, "joining")
        try fleet.waitUntilReady()
        let loop = ClosedLoop(
            fleet: fleet, text: context.text, inFlight: inFlight, rows: Lists.rows)
        let outcome = try loop.run(
            process: context.process, seconds: seconds, progress: context.progress)
        result.add(outcome)
        try Convergence(context: context, fleet: fleet).check(&result)
        return result
    }
}
