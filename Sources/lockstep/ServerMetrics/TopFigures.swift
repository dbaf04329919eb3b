/// What `lockstep top` shows: how a server stands, and what it did between two moments.
struct TopFigures: Sendable {
    let version: String
    let isReady: Bool
    let upSeconds: Double?
    let sessions: Int
    let sockets: Int
    let lists: Int
    let loaded: Int
    let queueBytes: Double
    let queueBound: Double
    /// Bytes of memory that are held for peers, and how many may be.
    let ledgerBytes: Double
    let ledgerBound: Double
    let residentBytes: Double?
    let openFiles: Int?
    let maxFiles: Int?
    /// What was counted meanwhile; nil at the first look, and when the server was started anew.
    let rates: Rates?

    /// What was counted between two moments, in a second.
    struct Rates: Sendable {
        let applied: Double
        let noops: Double
        let duplicates: Double
        let rejected: Double
        let deliveries: Double
        let commits: Double
        let received: Double
        let sent: Double
        /// Sockets and handshakes that were turned away.
        let refused: Double
        let journalErrors: Double
        /// In hundredths of one core.
        let cpuPercent: Double?
        /// Edits of a record, on average.
        let batch: Double?
        let commit: Spread
        let delivery: Spread
        let lag: Spread
        /// CPU time of the loop's turns.
        let turn: Spread
        /// How many of them took over 50 ms meanwhile; not of a second.
        let longTurns: Int

        var edits: Double { applied + noops + duplicates + rejected }
    }

    /// - Parameter clock: Unix seconds at `sample`.
    init(_ sample: MetricsSample, after earlier: MetricsSample?, clock: Double) {
        func whole(_ series: String) -> Int { Int(sample[series] ?? 0) }
        version = sample.label("version", of: "lockstep_build_info") ?? "?"
        isReady = sample["lockstep_ready"] == 1
        upSeconds = sample["process_start_time_seconds"].map { max(0, clock - $0) }
        sessions = whole("lockstep_sessions")
        sockets = whole("lockstep_sockets")
        lists = whole("lockstep_lists")
        loaded = whole("lockstep_lists_loaded")
        queueBytes = sample["lockstep_queue_bytes"] ?? 0
        queueBound = sample["lockstep_queue_limit_bytes"] ?? 0
        ledgerBytes = sample["lockstep_ledger_bytes"] ?? 0
        ledgerBound = sample["lockstep_ledger_limit_bytes"] ?? 0
        residentBytes = sample["process_resident_memory_bytes"]
        openFiles = sample["process_open_fds"].map { Int($0) }
        maxFiles = sample["process_max_fds"].map { Int($0) }
        rates = earlier.flatMap { Rates(sample, after: $0) }
    }
}

extension TopFigures.Rates {
    /// Nil where another process answered before, or no time has passed.
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
        commits = rate("lockstep_commits_total")
        received = rate("lockstep_received_bytes_total")
        sent = rate("lockstep_sent_bytes_total")
        let refusals = "lockstep_connections_refused_total"
        refused = max(0, sample.sum(refusals) - earlier.sum(refusals)) / seconds
        journalErrors = rate("lockstep_journal_errors_total")
        let cpu = "process_cpu_seconds_total"
        cpuPercent = sample[cpu] == nil ? nil : rate(cpu) * 100
        let records = rate("lockstep_batch_edits_count")
        batch = records > 0 ? rate("lockstep_batch_edits_sum") / records : nil
        commit = Spread("lockstep_commit_seconds", from: earlier, to: sample)
        delivery = Spread("lockstep_edit_delivery_seconds", from: earlier, to: sample)
        lag = Spread("lockstep_loop_lag_seconds", from: earlier, to: sample)
        turn = Spread("lockstep_loop_turn_seconds", from: earlier, to: sample)
        longTurns = Int((rate("lockstep_loop_long_turns_total") * seconds).rounded())
    }
}
