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

    @Test func longestWaits_areToldByList() throws {
        var result = result()
        result.longestWaits = ["check-x-0": 0.25, "check-x-1": 1.5004]
        #expect(
            result.text(settings).contains(
                "\n    longest wait for an answer: 1.5 s, on check-x-1\n"))
        #expect(
            result.json(settings).contains(#""longestWaits":{"check-x-0":0.25,"check-x-1":1.5}"#))
    }

    @Test func status_isOneLine() {
        let status = CheckStatus(
            time: 2.0625,
            counts: ClientConnections.Counts(connected: 1, unanswered: 3, sent: 9, reconnects: 2),
            revisions: ["check-x-0": 7], longestWaits: ["check-x-0": 0.5],
            clients: [
                CheckStatus.Client(
                    server: "ws://h:1",
                    status: ClientStatus(
                        lists: ["check-x-0"], isReady: true, waiting: 0.125, longestWait: 0.5)),
                CheckStatus.Client(
                    server: "ws://h:2",
                    status: ClientStatus(lists: [], isReady: false, waiting: nil, longestWait: 0)),
            ])
        #expect(
            status.json
                == #"{"time":2.063,"edits":9,"unanswered":3,"connected":1,"reconnects":2,"#
                + #""revisions":{"check-x-0":7},"longestWaits":{"check-x-0":0.5},"clients":["#
                + #"{"server":"ws://h:1","ready":true,"lists":["check-x-0"],"waiting":0.125,"#
                + #""longestWait":0.5},"#
                + #"{"server":"ws://h:2","ready":false,"lists":[],"longestWait":0.0}]}"#)
    }
}
