import HistoryChecking
import HistoryLoad
import JSON
import Testing

@testable import ServerChecking

@Suite struct CheckResultTests {
    private let settings: CheckSettings = {
        var simulation = SimulationSettings(prefix: "check-x")
        simulation.clients = 3
        simulation.lists = 2
        simulation.seed = 7
        return CheckSettings(servers: ["ws://h:1"], simulation: simulation, seconds: 5)
    }()

    private func result(shortfall: String? = nil, interrupted: Bool = false) -> CheckResult {
        CheckResult(
            report: HistoryReport(ObservedHistory()), isInterrupted: interrupted,
            shortfall: shortfall)
    }

    @Test func resultWithoutFindings_hasHeld() throws {
        #expect(result().hasHeld)
        let text = result().text(settings)
        #expect(text.hasPrefix("ws://h:1: 3 clients on 2 lists for 5 s, seed 7\n"))
        #expect(text.hasSuffix("\nEvery property held."))
        let object = try #require(try JSONReader.read(Array(result().json(settings).utf8)).object)
        #expect(object["server"]?.string == "ws://h:1" && object["seed"]?.string == "7")
        #expect(object["held"] == .bool(true) && object["interrupted"] == .bool(false))
        #expect(object["shortfall"] == nil && object["leftLists"]?.array == [])
    }

    @Test func shortfall_isNoSuccess() throws {
        let result = result(shortfall: "the server was away", interrupted: true)
        #expect(!result.hasHeld)
        let text = result.text(settings)
        #expect(text.contains("(stopped before its time)"))
        #expect(text.hasSuffix("Not everything was checked: the server was away."))
        #expect(result.json(settings).contains(#""shortfall":"the server was away""#))
    }

    @Test func listsThatAreLeft_areNamed() {
        var result = result()
        result.leftLists = ["check-x-0", "check-x-1"]
        #expect(result.text(settings).contains("could not be deleted: check-x-0 check-x-1."))
        #expect(result.json(settings).contains(#""leftLists":["check-x-0","check-x-1"]"#))
    }
}
