import ListEditing
import ListJournal
import ListProtocol
import Logging
import Testing
import WebSocketTransport

@testable import ListHosting
@testable import ListServer
@testable import ServerTesting

@Suite struct MetricsTextTests {
    @Test func histogram_countsEachValueInTheFirstRangeThatHoldsIt() {
        var values = Histogram(upTo: [1, 2, 4])
        for value in [0, 1, 1.5, 2, 4.1, 100] { values.add(value) }
        #expect(values.counts == [2, 2, 0, 2])
        #expect(values.sum == 108.6)
        var text = MetricsText()
        text.histogram("batch_edits", "Edits.", values)
        #expect(
            text.text == """
                # HELP batch_edits Edits.
                # TYPE batch_edits histogram
                batch_edits_bucket{le="1.0"} 2
                batch_edits_bucket{le="2.0"} 4
                batch_edits_bucket{le="4.0"} 4
                batch_edits_bucket{le="+Inf"} 6
                batch_edits_sum 108.6
                batch_edits_count 6

                """)
    }

    @Test func histogramByKind_hasTheKindInEverySeries() {
        var values = Histogram(upTo: [1])
        for value in [0.0, 3] { values.add(value) }
        var text = MetricsText()
        text.histogram(
            "turns", "Turns.", by: "kind", [("send", values), ("a\"", Histogram(upTo: []))])
        #expect(
            text.text == """
                # HELP turns Turns.
                # TYPE turns histogram
                turns_bucket{kind="send",le="1.0"} 1
                turns_bucket{kind="send",le="+Inf"} 2
                turns_sum{kind="send"} 3.0
                turns_count{kind="send"} 2
                turns_bucket{kind="a\\"",le="+Inf"} 0
                turns_sum{kind="a\\""} 0.0
                turns_count{kind="a\\""} 0

                """)
    }

    @Test func longTurn_isCountedAndTold_withoutNamingTheList() {
        let metrics = Metrics()
        for seconds in [0.049, 0.05] {
            #expect(!metrics.turned(LoopTurn(kind: .batch, seconds: seconds)))
        }
        let long = LoopTurn(kind: .batch, subject: "groceries", session: 7, seconds: 0.0512)
        #expect(metrics.turned(long))
        #expect(metrics.longTurns == 1)
        #expect(metrics.turnSeconds[Int(TurnKind.batch.number)].count == 3)
        #expect(
            long.metadata == [
                "kind": "batch", "milliseconds": "51", "list": "c584f037", "session": "7",
            ])
        #expect(LoopTurn.checksum("123456789") == "cbf43926")
        #expect(LoopTurn(kind: .timer, seconds: 1).metadata.count == 2)
    }

    @Test func kindsOfTurns_haveNumbersAndNamesOfTheirOwn() {
        #expect(TurnKind.ofServer.map { Int($0.number) } == Array(0..<TurnKind.ofServer.count))
        #expect(Set(TurnKind.ofServer.map(\.name)).count == TurnKind.ofServer.count)
    }

    @Test func engine_isToldOf_andAClusterInFull() {
        var text = MetricsText()
        var figures = JournalFigures(engine: "sqlite")
        text.addJournal(Metrics(), figures)
        #expect(text.text.contains("lockstep_journal_info{engine=\"sqlite\"} 1\n"))
        #expect(!text.text.contains("lockstep_nats"))
        #expect(text.text.contains("\nlockstep_journal_checkpoint_failures 0\n"))
        figures.engine = "nats"
        (figures.attempts, figures.retries, figures.elections) = (9, 4, 2)
        figures.reconnects = 3
        figures.isReachable = false
        figures.streams = ["LS_SNAP": 5, "LS_LOG_0": 7]
        text = MetricsText()
        text.addJournal(Metrics(), figures)
        for line in [
            "lockstep_nats_appends_total 9", "lockstep_nats_retries_total 4",
            "lockstep_nats_elections_total 2", "lockstep_nats_reconnects_total 3",
            "lockstep_nats_reachable 0", "lockstep_nats_stream_bytes{stream=\"LS_LOG_0\"} 7",
            "lockstep_nats_stream_bytes{stream=\"LS_SNAP\"} 5",
        ] {
            #expect(text.text.contains("\n\(line)\n"), "\(line)")
        }
    }

    @Test func labels_areEscaped() {
        var text = MetricsText()
        text.info("build", "It.", "version", "a\"b\\c\nd")
        #expect(text.text.hasSuffix("build{version=\"a\\\"b\\\\c\\nd\"} 1\n"))
    }

    /// What a process is called must not move the fields after its name.
    @Test(arguments: ["lockstep", "a b) R 9 (c", ")"])
    func process_isReadBehindItsName(name: String) throws {
        let stat =
            "7 (\(name)) S 1 2 3 4 5 6 7 8 9 10 150 50 1 2 3 4 12 0 4200 9000000 300 18446744073709551615"
        let units = ProcessFigures.Units(
            ticksPerSecond: 100, pageBytes: 4096, bootSeconds: 1_000)
        let figures = try #require(ProcessFigures(stat: stat, units))
        #expect(figures.cpuSeconds == 2)
        #expect(figures.threads == 12)
        #expect(figures.startSeconds == 1_042)
        #expect(figures.virtualBytes == 9_000_000)
        #expect(figures.residentBytes == 300 * 4096)
        #expect(ProcessFigures(stat: "7 (x) S 1 2", units) == nil)
    }

    @Test func refusals_areToldOnceAndCounted() {
        var tally = RefusalTally()
        let moved = RefusalTally.Class(subject: .edits, reason: "moveDisabled")
        let busy = RefusalTally.Class(subject: .connections, reason: "sessions")
        func notified(_ counts: [RefusalTally.Class: Int]) -> [String] {
            tally.increases(in: counts).map { "\($0.kind.subject) \($0.kind.reason) \($0.count)" }
        }
        #expect(notified([moved: 0, busy: 0]).isEmpty)
        #expect(
            notified([moved: 3, busy: 1]) == ["connections sessions 1", "edits moveDisabled 3"])
        #expect(notified([moved: 3, busy: 1]).isEmpty)
        #expect(notified([moved: 503, busy: 1]) == ["edits moveDisabled 500"])
    }

    @Test func metrics_countRejectsByCode() {
        let metrics = Metrics()
        let counters = Counters()
        metrics.rejected(.conflict)
        metrics.rejected(.conflict)
        metrics.sent(.unauthorized)
        let counts = RefusalTally.counts(metrics, counters)
        #expect(metrics.rejected == 2)
        #expect(counts[RefusalTally.Class(subject: .edits, reason: "conflict")] == 2)
        #expect(counts[RefusalTally.Class(subject: .messages, reason: "unauthorized")] == 1)
    }

    /// A user is named by whoever makes tokens, and may be named anything.
    @Test(arguments: [
        ("ana", "ana"), ("Zoë", "Zoë"), ("a b", "a_b"), ("a\nnotice x=y", "a_notice_x_y"),
        ("\u{1B}[2J", "_[2J"), ("a\u{2028}b\u{202E}", "a_b_"),
    ])
    func user_cannotLookLikeAnotherEntry(user: String, written: String) {
        #expect(LogText.plain(user) == written)
    }
}
