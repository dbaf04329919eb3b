import Testing

@testable import ServerMetrics

@Suite struct TopFiguresTests {
    /// A sample of a server that started at second 100; `ranges` are the buckets of its commit times.
    private func sample(
        at time: Double, applied: Int, ranges: [(String, Int)] = [], start: Int = 100
    ) throws -> MetricsSample {
        var text = """
            # HELP lockstep_sessions Sessions now.
            lockstep_build_info{version="1.2.3"} 1
            lockstep_ready 1
            lockstep_sessions 3
            lockstep_edits_total{answer="applied"} \(applied)
            lockstep_edits_total{answer="rejected"} 1
            lockstep_connections_refused_total{reason="origin"} \(applied)
            lockstep_outlines_encoded_total \(applied / 2)
            lockstep_queries_total{kind="rows"} \(applied)
            lockstep_queries_total{kind="find"} \(2 * applied)
            lockstep_connections_refused_total{reason="sessions"} \(applied)
            process_start_time_seconds \(start)
            process_cpu_seconds_total \(time / 2)

            """
        for (end, below) in ranges {
            text += "lockstep_commit_seconds_bucket{le=\"\(end)\"} \(below)\n"
        }
        return try #require(MetricsSample(text, at: time))
    }

    @Test(arguments: ["nan", "inf", "-inf", "1e300", "-1e300"])
    func figuresOfAnotherServer_canBeAny(figure: String) throws {
        let names = [
            "lockstep_sessions", "lockstep_queue_bytes", "process_open_fds", "process_max_fds",
            "process_resident_memory_bytes", "process_cpu_seconds_total",
            "lockstep_edits_total{answer=\"applied\"}", "lockstep_commit_seconds_bucket{le=\"1\"}",
        ]
        let text = names.map { "\($0) \(figure)\n" }.joined()
        for start in ["100", figure] {
            let whole = text + "process_start_time_seconds \(start)\n"
            let later = try #require(MetricsSample(whole, at: 2))
            let figures = try TopFigures(later, after: sample(at: 1, applied: 1), clock: 160)
            #expect((figures.rates != nil) == (start == "100"))
            #expect(!figures.screen(of: "here", time: "").isEmpty)
            #expect(!figures.json.isEmpty)
        }
    }

    @Test func rates_areOfTheTimeBetween() throws {
        let figures = try TopFigures(
            sample(at: 14, applied: 140), after: sample(at: 10, applied: 100), clock: 160)
        let rates = try #require(figures.rates)
        #expect(rates.applied == 10)
        #expect(rates.rejected == 0)
        #expect(rates.edits == 10)
        #expect(rates.refused == 20)
        #expect(rates.outlines == 5)
        #expect(rates.queries == 30)
        #expect(
            figures.screen(of: "here", time: "").contains {
                $0.hasPrefix("windows/s") && $0.contains("5") && $0.contains("30 requests")
            })
        #expect(rates.cpuPercent == 50)
        #expect(figures.upSeconds == 60)
        #expect(figures.version == "1.2.3")
        #expect(figures.sessions == 3)
    }

    @Test func serverThatWasStartedAnew_isNotComparedWithTheOneBefore() throws {
        let figures = try TopFigures(
            sample(at: 14, applied: 2, start: 150), after: sample(at: 10, applied: 100),
            clock: 160)
        #expect(figures.rates == nil)
        #expect(figures.line(time: "12:00:00").contains("sessions 3"))
    }

    @Test func summary_isOfTheTimeBetween_andLiesWithinItsBucket() throws {
        let earlier = try sample(
            at: 10, applied: 0, ranges: [("0.001", 500), ("0.002", 500), ("+Inf", 500)])
        let later = try sample(
            at: 12, applied: 0, ranges: [("0.001", 550), ("0.002", 600), ("+Inf", 600)])
        let summary = HistogramSummary("lockstep_commit_seconds", from: earlier, to: later)
        #expect(summary.count == 100)
        #expect(summary.median == 0.001)
        let p99 = try #require(summary.p99)
        #expect(abs(p99 - 0.00198) < 1e-9)
    }

    @Test func turns_areOfAllKindsTogether_andTellTheLongest() throws {
        func sample(_ time: Double, _ send: [Int], _ batch: [Int], long: Int) throws
            -> MetricsSample
        {
            var text = "lockstep_sessions 1\nlockstep_loop_long_turns_total \(long)\n"
            text += "lockstep_ledger_bytes 700\nlockstep_ledger_limit_bytes 1000\n"
            for (kind, counts) in [("send", send), ("batch", batch)] {
                for (end, below) in zip(["0.001", "0.1", "0.5", "+Inf"], counts) {
                    text += "lockstep_loop_turn_seconds_bucket{kind=\"\(kind)\",le=\"\(end)\"} "
                    text += "\(below)\n"
                }
            }
            return try #require(MetricsSample(text, at: time))
        }
        let earlier = try sample(10, [5, 5, 5, 5], [0, 0, 1, 1], long: 1)
        let later = try sample(12, [95, 95, 95, 95], [8, 10, 11, 11], long: 3)
        let figures = TopFigures(later, after: earlier, clock: 0)
        let rates = try #require(figures.rates)
        #expect(rates.turn.count == 100)
        #expect(rates.turn.maximum == 0.1)
        #expect(rates.longTurns == 2)
        #expect(figures.json.contains("\"turnMicrosecondsMax\":100000,\"longTurns\":2"))
        #expect(figures.json.contains("\"ledgerBytes\":700"))
        #expect(figures.line(time: "12:00:00").contains("LONG TURNS 2"))
        let screen = figures.screen(of: "here", time: "12:00:00").joined(separator: "\n")
        #expect(screen.contains("none over 100 ms; 2 over 50 ms"))
        let quiet = TopFigures(later, after: later, clock: 0)
        #expect(quiet.rates == nil, "no time has passed")
    }

    @Test func cluster_isToldOf_whereOneStores() throws {
        func sample(_ time: Double, retries: Int, isReachable: Bool = true) throws -> MetricsSample
        {
            try #require(
                MetricsSample(
                    """
                    lockstep_sessions 1
                    lockstep_journal_info{engine="nats"} 1
                    lockstep_journal_conflicts_total \(retries / 2)
                    lockstep_nats_appends_total \(10 * retries)
                    lockstep_nats_retries_total \(retries)
                    lockstep_nats_elections_total \(retries / 10)
                    lockstep_nats_reconnects_total 1
                    lockstep_nats_reachable \(isReachable ? 1 : 0)
                    lockstep_nats_stream_bytes{stream="LS_LOG_0"} 1500000
                    lockstep_nats_stream_bytes{stream="LS_SNAP"} 500000
                    """, at: time))
        }
        let figures = TopFigures(
            try sample(12, retries: 20), after: try sample(10, retries: 0), clock: 0)
        let screen = figures.screen(of: "here", time: "").joined(separator: "\n")
        #expect(screen.contains("nats   in reach, 2.0 MB in 2 streams"))
        #expect(screen.contains("100   again 10  behind others' 5.0  new leaders 2  reconnects 0"))
        #expect(
            figures.line(time: "").hasSuffix("nats  streams 2.0 MB  retries/s 10  NOT READY"))
        #expect(
            figures.json.contains(
                #""engine":"nats","natsReachable":true,"streams":2,"streamBytes":2000000"#))
        #expect(
            figures.json.contains(
                #""conflictsPerSecond":5,"appendsPerSecond":100,"retriesPerSecond":10,"#
                    + #""elections":2,"reconnects":0"#))
        let lost = TopFigures(
            try sample(12, retries: 0, isReachable: false), after: nil, clock: 0)
        #expect(lost.line(time: "").contains("nats OUT OF REACH"))
        #expect(lost.screen(of: "here", time: "").contains { $0.contains("OUT OF REACH: ") })
    }

    @Test func storeOfTheServersOwn_isNamedAndNoMore() throws {
        let text = "lockstep_sessions 1\nlockstep_journal_info{engine=\"sqlite\"} 1\n"
        let figures = TopFigures(try #require(MetricsSample(text, at: 1)), after: nil, clock: 0)
        let screen = figures.screen(of: "here", time: "")
        #expect(screen.contains { $0.hasPrefix("journal") && $0.hasSuffix("sqlite") })
        #expect(!screen.contains { $0.hasPrefix("appends/s") })
        #expect(figures.json.contains(#""engine":"sqlite""#) && !figures.json.contains("nats"))
    }

    @Test func summary_isInfinite_whereTheLastBucketIsReached() throws {
        let ranges = [("10.0", 1), ("+Inf", 100)]
        let summary = HistogramSummary(
            "lockstep_commit_seconds", from: nil, to: try sample(at: 1, applied: 0, ranges: ranges))
        #expect(summary.p99 == .infinity)
        #expect(Quantity.seconds(summary.p99) == "over 10 s")
        let nothing = HistogramSummary(
            "lockstep_nothing", from: nil, to: try sample(at: 1, applied: 0))
        #expect(nothing.count == 0)
        #expect(Quantity.seconds(nothing.median) == "–")
    }

    @Test func otherServers_areNone() {
        #expect(MetricsSample("go_goroutines 7\n", at: 0) == nil)
        #expect(MetricsSample("<html>lockstep_sessions</html>", at: 0) == nil)
    }

    @Test(arguments: [
        (0.0, "0"), (0.25, "0.2"), (9.94, "9.9"), (9.96, "10"), (999, "999"), (1_000, "1,000"),
        (1_234_567, "1,234,567"),
    ])
    func numbers_areShort(value: Double, text: String) {
        #expect(Quantity.number(value) == text)
    }

    @Test(arguments: [
        (0.0, "0 B"), (999, "999 B"), (999.6, "1.0 kB"), (41_000, "41.0 kB"),
        (268_435_456, "268 MB"), (5e15, "5000 TB"),
    ])
    func bytes_haveAUnit(value: Double, text: String) {
        #expect(Quantity.bytes(value) == text)
    }

    @Test(arguments: [
        (0.000_05, "50 µs"), (0.000_999_6, "1.0 ms"), (0.002_13, "2.1 ms"), (0.5, "500 ms"),
        (1.25, "1.2 s"),
    ])
    func times_haveAUnit(value: Double, text: String) {
        #expect(Quantity.seconds(value) == text)
    }

    @Test(arguments: [(59.0, "59 s"), (60, "1 min"), (18_600, "5 h 10 min"), (352_800, "4 d 2 h")])
    func durations_areShort(value: Double, text: String) {
        #expect(Quantity.duration(value) == text)
    }
}
