/// Editors who all edit one list, each as fast as it is answered: a closed loop.
package struct Editors: Scenario {
    var editors: Int
    /// Edits that each has under way.
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
        let fleet = try Fleet(context.address, runKey: context.runKey)
        let list = fleet.addList(name)
        for _ in 0..<editors { _ = try fleet.addEditor(list: list) }
        context.progress.show(nil, "joining")
        try fleet.waitUntilReady()
        let loop = ClosedLoop(
            fleet: fleet, text: context.text, inFlight: inFlight, rows: Editors.rows)
        let outcome = try loop.run(
            process: context.process, seconds: seconds, progress: context.progress)
        result.add(outcome)
        try Convergence(context: context, fleet: fleet).check(&result)
        return result
    }
}
