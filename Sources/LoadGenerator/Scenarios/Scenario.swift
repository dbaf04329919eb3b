/// One way to load a server.
package protocol Scenario {
    func run(_ context: LoadContext) throws -> ScenarioResult
}
