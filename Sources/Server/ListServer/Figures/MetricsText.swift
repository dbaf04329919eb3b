import ListEditing
import ListHosting
import ListJournal
import ListProtocol
import ListSequencing
import ListWebhooks
import TextBytes
import WebSocketTransport

/// Figures in Prometheus' text format, version 0.0.4.
struct MetricsText {
    enum Kind {
        case counter, gauge, histogram
    }

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// A figure that only grows.
    mutating func counter(_ name: String, _ help: String, _ value: some Numeric) {
        head(name, .counter, help)
        text += "\(name) \(value)\n"
    }

    /// One of each kind of something.
    mutating func counter(
        _ name: String, _ help: String, by label: String, _ values: [(String, some Numeric)]
    ) {
        head(name, .counter, help)
        for (kind, value) in values {
            text += "\(name){\(label)=\"\(Self.escaped(kind))\"} \(value)\n"
        }
    }

    /// Figures that go up and down, one of each kind of something.
    mutating func gauge(
        _ name: String, _ help: String, by label: String, _ values: [(String, some Numeric)]
    ) {
        head(name, .gauge, help)
        for (kind, value) in values {
            text += "\(name){\(label)=\"\(Self.escaped(kind))\"} \(value)\n"
        }
    }

    /// A figure that goes up and down.
    mutating func gauge(_ name: String, _ help: String, _ value: some Numeric) {
        head(name, .gauge, help)
        text += "\(name) \(value)\n"
    }

    /// What does not change, in a label.
    mutating func info(_ name: String, _ help: String, _ label: String, _ value: String) {
        head(name, .gauge, help)
        text += "\(name){\(label)=\"\(Self.escaped(value))\"} 1\n"
    }

    mutating func histogram(_ name: String, _ help: String, _ values: Histogram) {
        head(name, .histogram, help)
        ranges(name, values, label: "")
    }

    /// One of each kind of something.
    mutating func histogram(
        _ name: String, _ help: String, by label: String, _ values: [(String, Histogram)]
    ) {
        head(name, .histogram, help)
        for (kind, values) in values {
            ranges(name, values, label: "\(label)=\"\(Self.escaped(kind))\"")
        }
    }

    private mutating func ranges(_ name: String, _ values: Histogram, label: String) {
        var below = 0
        let start = "\(name)_bucket{\(label)\(label.isEmpty ? "" : ",")le="
        let labels = label.isEmpty ? "" : "{\(label)}"
        for (bound, count) in zip(values.bounds, values.counts) {
            below += count
            text += "\(start)\"\(bound)\"} \(below)\n"
        }
        text += "\(start)\"+Inf\"} \(values.count)\n"
        text += "\(name)_sum\(labels) \(values.sum)\n"
        text += "\(name)_count\(labels) \(values.count)\n"
    }

    private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    private static func escaped(_ value: String) -> String {
        value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension MetricsText {
    /// The state of a server at one moment, beside its counters.
    struct Readings: Sendable {
        /// The server's.
        var version: String
        /// Lists in the store.
        var lists: Int
        /// Lists in memory.
        var loaded: Int
        /// Lists that are stored and cannot be read, as far as known.
        var unreadable: Int
        var isReady: Bool
        /// Seconds by which the machine's clock is ahead of what is expected (``WallClock/lead``).
        var clockAhead = 0
        /// Seconds since the keys for tokens were last fetched; nil: they are of no URL.
        var tokenKeysAge: Int?
        var journal: JournalFigures
        var hooks: [HookFigures] = []
        /// Nil: there are no other servers.
        var peers: ServerPeers.Figures?
        /// Bytes that may wait in all outbound queues together.
        var queueBound: Int
    }

    /// All figures of a server; no list is named.
    ///
    /// - Parameter process: nil where the system does not tell.
    init(
        _ metrics: Metrics, _ counters: Counters, _ readings: Readings, _ process: ProcessFigures?
    ) {
        info("lockstep_build_info", "The version that runs.", "version", readings.version)
        gauge(
            "lockstep_ready", "Whether /readyz answers 200: it runs, can store and judge tokens.",
            readings.isReady ? 1 : 0)
        gauge(
            "lockstep_clock_ahead_seconds",
            "By how much the machine's clock is ahead of what the newest stored time and the time that "
                + "the server has run let expect; 0 where it is right.", readings.clockAhead)
        if let age = readings.tokenKeysAge {
            gauge(
                "lockstep_token_keys_age_seconds",
                "How long ago the keys for tokens were last fetched from their URL.", age)
        }
        addSessions(metrics, counters)
        gauge("lockstep_lists", "Lists in the store.", readings.lists)
        gauge("lockstep_lists_loaded", "Lists in memory.", readings.loaded)
        gauge(
            "lockstep_lists_unreadable",
            "Lists whose stored state cannot be read, as far as known: the log names them.",
            readings.unreadable)
        addEdits(metrics)
        addJournal(metrics, readings.journal)
        if let seconds = metrics.backedUp {
            gauge(
                "lockstep_backup_timestamp_seconds",
                "When the newest scheduled backup was begun, since unix epoch in seconds.", seconds)
        }
        counter(
            "lockstep_backup_failures_total", "Scheduled backups that could not be made.",
            metrics.backupFailures)
        if !readings.hooks.isEmpty { add(readings.hooks) }
        if let peers = readings.peers {
            add(peers)
            addForwarding(metrics)
        }
        addTraffic(metrics, counters, readings)
        histogram(
            "lockstep_loop_lag_seconds",
            "How long each pass of the event loop kept what came meanwhile waiting.",
            metrics.passSeconds)
        histogram(
            "lockstep_loop_turn_seconds",
            "CPU time of each turn of the event loop, which serves nobody else meanwhile, by kind.",
            by: "kind",
            TurnKind.ofServer.map { ($0.name, metrics.turnSeconds[Int($0.number)]) })
        counter(
            "lockstep_loop_long_turns_total",
            "Turns that took over 50 ms: the log names the kind, the list's CRC-32, the session.",
            metrics.longTurns)
        if let process { add(process) }
    }

    private mutating func addSessions(_ metrics: Metrics, _ counters: Counters) {
        gauge("lockstep_sessions", "Sessions now.", metrics.sessions)
        counter(
            "lockstep_sessions_opened_total", "Sessions since the start.", metrics.sessionsOpened)
        counter(
            "lockstep_event_streams_opened_total",
            "Sessions since the start that are streams of events.", metrics.streamsOpened)
        gauge("lockstep_sockets", "Sockets now, those of sessions included.", counters.sockets)
        counter(
            "lockstep_connections_refused_total",
            "Sockets and WebSocket handshakes that were turned away.", by: "reason",
            ConnectionRefusal.allCases.map { ($0.rawValue, counters.refused[$0] ?? 0) })
        counter(
            "lockstep_http_responses_total",
            "HTTP responses by status, those to refused handshakes included.", by: "code",
            counters.responses.sorted { $0.key < $1.key }.map { (String($0.key), $0.value) })
    }

    private mutating func addEdits(_ metrics: Metrics) {
        counter(
            "lockstep_edits_total", "Edits by answer.", by: "answer",
            [
                ("applied", metrics.applied), ("noop", metrics.noops),
                ("duplicate", metrics.duplicates), ("rejected", metrics.rejected),
            ])
        counter(
            "lockstep_rejects_total", "Rejected edits by code.", by: "code",
            RejectCode.allCases.map { ($0.rawValue, metrics.rejects[$0] ?? 0) })
        counter(
            "lockstep_errors_total", "Error messages to sessions by code.", by: "code",
            ErrorCode.allCases.map { ($0.rawValue, metrics.errors[$0] ?? 0) })
        histogram(
            "lockstep_edit_delivery_seconds",
            "From when an edit came in until its change set was handed to the sockets.",
            metrics.editSeconds)
    }

    private mutating func add(_ hooks: [HookFigures]) {
        gauge(
            "lockstep_hook_waiting_lists", "Lists of which a hook is to be told.", by: "hook",
            hooks.map { ($0.name, $0.lists) })
        gauge(
            "lockstep_hook_lag_seconds", "Since a hook was last told of everything.", by: "hook",
            hooks.map { ($0.name, $0.seconds) })
        gauge(
            "lockstep_hook_paused", "1 where the receiver of a hook has ended it.", by: "hook",
            hooks.map { ($0.name, $0.state == .paused ? 1 : 0) })
        counter(
            "lockstep_hook_events_total", "Events that the receivers of hooks have taken.",
            by: "hook", hooks.map { ($0.name, $0.counts.taken) })
        counter(
            "lockstep_hook_failures_total",
            "Attempts to tell a hook of an event that failed; it is told again.", by: "hook",
            hooks.map { ($0.name, $0.counts.failed) })
    }

    private mutating func add(_ peers: ServerPeers.Figures) {
        gauge("lockstep_servers", "Other servers of the cluster that are heard.", peers.servers)
        counter(
            "lockstep_bus_malformed_total",
            "Messages between servers that could not be read, and were ignored.", peers.malformed)
        counter(
            "lockstep_bus_dropped_total",
            "Messages of other servers that were dropped, as too much waited.", peers.dropped)
    }

    private mutating func addForwarding(_ metrics: Metrics) {
        counter(
            "lockstep_edits_forwarded_total",
            "Edits of sessions of this server that another one applied.", metrics.forwarded)
        counter(
            "lockstep_forwardings_declined_total",
            "Batches of edits that the list's last writer left to this server.",
            metrics.forwardingsDeclined)
        counter(
            "lockstep_forwardings_unanswered_total",
            "Batches of edits of which the list's last writer told nothing in time.",
            metrics.forwardingsUnanswered)
    }

    mutating func addJournal(_ metrics: Metrics, _ journal: JournalFigures) {
        info("lockstep_journal_info", "The engine that stores.", "engine", journal.engine)
        counter("lockstep_commits_total", "Records appended to the journal.", metrics.commits)
        histogram(
            "lockstep_commit_seconds", "From handing a record to the journal until it was durable.",
            metrics.commitSeconds)
        histogram(
            "lockstep_batch_edits", "Edits that went into one record together.", metrics.batches)
        counter("lockstep_journal_errors_total", "Appends that failed.", metrics.journalErrors)
        counter(
            "lockstep_journal_conflicts_total",
            "Appends that came behind another server's, and were made again.", metrics.conflicts)
        guard journal.engine.isSame(as: "nats") else {
            gauge(
                "lockstep_journal_log_bytes", "Bytes of SQLite's write-ahead log.", journal.logBytes
            )
            gauge(
                "lockstep_journal_checkpoint_failures",
                "How often in a row copying that log into the store's file has failed: it grows.",
                journal.checkpointFailures)
            return
        }
        counter(
            "lockstep_nats_appends_total", "Attempts to store a record in NATS.", journal.attempts)
        counter(
            "lockstep_nats_retries_total",
            "Attempts that were made again, as it was not certain what had become of them: many in "
                + "a row are an election.", journal.retries)
        counter(
            "lockstep_nats_elections_total",
            "Times that a stream was found with another leader than ten seconds before; elections "
                + "between two looks count once, and not where the same node leads again.",
            journal.elections)
        counter(
            "lockstep_nats_reconnects_total", "Connections that were made to another node.",
            journal.reconnects)
        gauge(
            "lockstep_nats_reachable", "Whether a node is in reach, or was a moment ago.",
            journal.isReachable ? 1 : 0)
        gauge(
            "lockstep_nats_stream_bytes", "Bytes of each stream.", by: "stream",
            journal.streams.sorted { $0.key.precedes($1.key) }.map { ($0.key, $0.value) })
    }

    private mutating func addTraffic(
        _ metrics: Metrics, _ counters: Counters, _ readings: Readings
    ) {
        counter(
            "lockstep_deliveries_total", "Frames of change sets handed to sessions.",
            metrics.deliveries)
        counter(
            "lockstep_catch_ups_total",
            "Sessions that had fallen behind and were sent what they missed.", metrics.catchUps)
        counter(
            "lockstep_snapshots_encoded_total", "Snapshots put into frames to be shared.",
            metrics.snapshotsEncoded)
        counter(
            "lockstep_outlines_encoded_total", "Outlines of windows put into JSON.",
            metrics.outlinesEncoded)
        counter(
            "lockstep_queries_total", "Queries of parts of lists, by kind.", by: "kind",
            QueryKind.allCases.map { ($0.rawValue, metrics.queries[$0] ?? 0) })
        counter(
            "lockstep_received_bytes_total", "Bytes of messages and of request bodies.",
            counters.bytesIn)
        counter(
            "lockstep_sent_bytes_total", "Bytes handed to sockets, before any encryption.",
            counters.bytesOut)
        gauge(
            "lockstep_queue_bytes", "Bytes that wait in all outbound queues together.",
            counters.queuedBytes)
        gauge(
            "lockstep_queue_limit_bytes", "Bytes that may wait there: bounds.queueTotalBytes.",
            readings.queueBound)
        gauge(
            "lockstep_ledger_bytes",
            "Bytes of memory that are held for peers: queues, what is half read, answers, lists' "
                + "histories.", counters.ledgerBytes)
        gauge(
            "lockstep_ledger_limit_bytes",
            "Bytes that may be held: bounds.queueTotalBytes; the largest holders pay before.",
            counters.ledgerBound)
        counter(
            "lockstep_ledger_paid_total", "Times that a holder was made to pay.",
            counters.ledgerPaid)
    }

    private mutating func add(_ process: ProcessFigures) {
        counter(
            "process_cpu_seconds_total", "User and system CPU time spent in seconds.",
            process.cpuSeconds)
        gauge("process_open_fds", "Number of open file descriptors.", process.openFiles)
        gauge("process_max_fds", "Maximum number of open file descriptors.", process.maxFiles)
        gauge(
            "process_virtual_memory_bytes", "Virtual memory size in bytes.", process.virtualBytes)
        gauge(
            "process_resident_memory_bytes", "Resident memory size in bytes.",
            process.residentBytes)
        gauge("process_threads", "Number of OS threads in the process.", process.threads)
        gauge(
            "process_start_time_seconds",
            "Start time of the process since unix epoch in seconds.", process.startSeconds)
    }
}
