import JSON

/// The figures that `lockstep top` shows: a server's state, and its rates between two samples.
package struct TopFigures: Sendable {
    let version: String
    let isReady: Bool
    let upSeconds: Double?
    let sessions: Int
    let sockets: Int
    let lists: Int
    let loaded: Int
    let queueBytes: Double
    let queueLimit: Double
    /// Bytes of memory that the server holds for its peers, and their limit.
    let ledgerBytes: Double
    let ledgerLimit: Double
    /// The engine that stores; nil where the server does not tell.
    let engine: String?
    /// Whether a node of NATS is in reach; nil on another engine.
    let isNATSReachable: Bool?
    /// Bytes of the streams of NATS, and how many there are.
    let streams: (bytes: Double, count: Int)
    let residentBytes: Double?
    let openFiles: Int?
    let maxFiles: Int?
    /// The rates since the earlier sample; nil for the first sample, and after a restart of the server.
    let rates: Rates?

    /// Counts between two samples, per second.
    struct Rates: Sendable {
        let applied: Double
        let noops: Double
        let duplicates: Double
        let rejected: Double
        let deliveries: Double
        /// Outlines of windows, and answered queries of parts of lists.
        let outlines: Double
        let queries: Double
        let commits: Double
        let received: Double
        let sent: Double
        /// Sockets and handshakes that the server refused.
        let refused: Double
        let journalErrors: Double
        /// Appends after another server's, and on NATS: attempts, those made again.
        let conflicts: Double
        let attempts: Double
        let retries: Double
        /// Leaders of streams that changed, and connections to another node; counts, not rates.
        let elections: Int
        let reconnects: Int
        /// CPU time in percent of one core.
        let cpuPercent: Double?
        /// The mean number of edits in a record.
        let batch: Double?
        let commit: HistogramSummary
        let delivery: HistogramSummary
        let lag: HistogramSummary
        /// CPU time of the turns of the event loop.
        let turn: HistogramSummary
        /// The number of turns that took over 50 ms; a count, not a rate.
        let longTurns: Int

        var edits: Double { applied + noops + duplicates + rejected }
    }

    /// - Parameters:
    ///   - earlier: The sample before; nil gives no rates.
    ///   - clock: The time of `sample`, in Unix seconds.
    package init(_ sample: MetricsSample, after earlier: MetricsSample?, clock: Double) {
        func whole(_ series: String) -> Int { Int(clamping: sample[series] ?? 0) }
        version = sample.label("version", of: "lockstep_build_info") ?? "?"
        isReady = sample["lockstep_ready"] == 1
        upSeconds = sample["process_start_time_seconds"].map { max(0, clock - $0) }
        sessions = whole("lockstep_sessions")
        sockets = whole("lockstep_sockets")
        lists = whole("lockstep_lists")
        loaded = whole("lockstep_lists_loaded")
        queueBytes = sample["lockstep_queue_bytes"] ?? 0
        queueLimit = sample["lockstep_queue_limit_bytes"] ?? 0
        ledgerBytes = sample["lockstep_ledger_bytes"] ?? 0
        ledgerLimit = sample["lockstep_ledger_limit_bytes"] ?? 0
        engine = sample.label("engine", of: "lockstep_journal_info")
        isNATSReachable = sample["lockstep_nats_reachable"].map { $0 == 1 }
        let bytes = "lockstep_nats_stream_bytes"
        streams = (sample.sum(bytes), sample.count(bytes))
        residentBytes = sample["process_resident_memory_bytes"]
        openFiles = sample["process_open_fds"].map { Int(clamping: $0) }
        maxFiles = sample["process_max_fds"].map { Int(clamping: $0) }
        rates = earlier.flatMap { Rates(sample, after: $0) }
    }
}

extension TopFigures.Rates {
    /// Nil where the samples come from two processes, or no time lies between them.
    init?(_ sample: MetricsSample, after earlier: MetricsSample) {
        let seconds = sample.time - earlier.time
        let start = "process_start_time_seconds"
        guard seconds > 0, sample[start] == earlier[start] else { return nil }
        func rate(_ series: String) -> Double {
            max(0, (sample[series] ?? 0) - (earlier[series] ?? 0)) / seconds
        }
        applied = rate("lockstep_edits_total{answer=\"applied\"}")
        noops = rate("lockstep_edits_total{answer=\"noop\"}")
        duplicates = rate("lockstep_edits_total{answer=\"duplicate\"}")
        rejected = rate("lockstep_edits_total{answer=\"rejected\"}")
        deliveries = rate("lockstep_deliveries_total")
        outlines = rate("lockstep_outlines_encoded_total")
        let kinds = "lockstep_queries_total"
        queries = max(0, sample.sum(kinds) - earlier.sum(kinds)) / seconds
        commits = rate("lockstep_commits_total")
        received = rate("lockstep_received_bytes_total")
        sent = rate("lockstep_sent_bytes_total")
        let refusals = "lockstep_connections_refused_total"
        refused = max(0, sample.sum(refusals) - earlier.sum(refusals)) / seconds
        journalErrors = rate("lockstep_journal_errors_total")
        conflicts = rate("lockstep_journal_conflicts_total")
        attempts = rate("lockstep_nats_appends_total")
        retries = rate("lockstep_nats_retries_total")
        func count(_ series: String) -> Int {
            Int(clamping: (rate(series) * seconds).rounded())
        }
        elections = count("lockstep_nats_elections_total")
        reconnects = count("lockstep_nats_reconnects_total")
        let cpu = "process_cpu_seconds_total"
        cpuPercent = sample[cpu] == nil ? nil : rate(cpu) * 100
        let records = rate("lockstep_batch_edits_count")
        batch = records > 0 ? rate("lockstep_batch_edits_sum") / records : nil
        commit = HistogramSummary("lockstep_commit_seconds", from: earlier, to: sample)
        delivery = HistogramSummary("lockstep_edit_delivery_seconds", from: earlier, to: sample)
        lag = HistogramSummary("lockstep_loop_lag_seconds", from: earlier, to: sample)
        turn = HistogramSummary("lockstep_loop_turn_seconds", from: earlier, to: sample)
        longTurns = count("lockstep_loop_long_turns_total")
    }
}

extension TopFigures {
    /// One JSON object; times are in microseconds, and unknown members are left out.
    package var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", version)
            writer.member("ready", isReady)
            writer.member("upSeconds", ifPresent: upSeconds.map { Int(clamping: $0) })
            writer.member("sessions", sessions)
            writer.member("sockets", sockets)
            writer.member("lists", lists)
            writer.member("listsLoaded", loaded)
            writer.member("queueBytes", Int(clamping: queueBytes))
            writer.member("ledgerBytes", Int(clamping: ledgerBytes))
            writer.member("engine", ifPresent: engine)
            if let isNATSReachable {
                writer.member("natsReachable", isNATSReachable)
                writer.member("streams", streams.count)
                writer.member("streamBytes", Int(clamping: streams.bytes))
            }
            writer.member("residentBytes", ifPresent: residentBytes.map { Int(clamping: $0) })
            writer.member("openFiles", ifPresent: openFiles)
            if let rates { rates.write(to: &writer, isOnNATS: isNATSReachable != nil) }
        }
        return writer.text
    }
}

extension TopFigures.Rates {
    fileprivate func write(to writer: inout JSONWriter, isOnNATS: Bool) {
        writer.member("appliedPerSecond", Int(clamping: applied.rounded()))
        writer.member("noopsPerSecond", Int(clamping: noops.rounded()))
        writer.member("duplicatesPerSecond", Int(clamping: duplicates.rounded()))
        writer.member("rejectedPerSecond", Int(clamping: rejected.rounded()))
        writer.member("deliveriesPerSecond", Int(clamping: deliveries.rounded()))
        writer.member("outlinesPerSecond", Int(clamping: outlines.rounded()))
        writer.member("queriesPerSecond", Int(clamping: queries.rounded()))
        writer.member("commitsPerSecond", Int(clamping: commits.rounded()))
        writer.member("receivedBytesPerSecond", Int(clamping: received.rounded()))
        writer.member("sentBytesPerSecond", Int(clamping: sent.rounded()))
        writer.member("refusedPerSecond", Int(clamping: refused.rounded()))
        writer.member("journalErrorsPerSecond", Int(clamping: journalErrors.rounded(.up)))
        writer.member("conflictsPerSecond", Int(clamping: conflicts.rounded(.up)))
        if isOnNATS {
            writer.member("appendsPerSecond", Int(clamping: attempts.rounded()))
            writer.member("retriesPerSecond", Int(clamping: retries.rounded(.up)))
            writer.member("elections", elections)
            writer.member("reconnects", reconnects)
        }
        writer.member("cpuPercent", ifPresent: cpuPercent.map { Int(clamping: $0.rounded()) })
        writer.member("commitMicrosecondsP50", ifPresent: commit.median.flatMap(Self.micro))
        writer.member("commitMicrosecondsP99", ifPresent: commit.p99.flatMap(Self.micro))
        writer.member("deliveryMicrosecondsP50", ifPresent: delivery.median.flatMap(Self.micro))
        writer.member("deliveryMicrosecondsP99", ifPresent: delivery.p99.flatMap(Self.micro))
        writer.member("lagMicrosecondsP50", ifPresent: lag.median.flatMap(Self.micro))
        writer.member("lagMicrosecondsP99", ifPresent: lag.p99.flatMap(Self.micro))
        writer.member("turnMicrosecondsP99", ifPresent: turn.p99.flatMap(Self.micro))
        writer.member("turnMicrosecondsMax", ifPresent: turn.maximum.flatMap(Self.micro))
        writer.member("longTurns", longTurns)
    }

    private static func micro(_ seconds: Double) -> Int? {
        seconds.isFinite ? Int(clamping: (seconds * 1e6).rounded()) : nil
    }
}
