/// The result of one scenario.
package struct ScenarioResult: Sendable {
    /// A line of a plot: milliseconds by percentile.
    package struct Curve: Sendable {
        var title: String
        var points: [(percentile: Double, milliseconds: Double)]
    }

    package var scenario: String
    package var settings: [Figure] = []
    package var figures: [Figure] = []
    package var steps: [RateStep] = []
    package var curves: [Curve] = []
    /// Whether every set reached every client in order, and the server's list matches the edits.
    package var converged = true
    /// Problems, and what a reader of the result should know.
    package var notes: [String] = []
    /// Whether the generator, not the server, may have been the limit.
    package var isGeneratorLimited = false
    /// What was measured where and how: names and values.
    package var circumstances: [(name: String, value: String)] = []

    init(_ scenario: String) {
        self.scenario = scenario
    }

    mutating func add(_ key: String, _ title: String, _ value: Double, _ unit: String) {
        figures.append(Figure(key, title, value, unit))
    }

    mutating func set(_ key: String, _ title: String, _ value: Int) {
        settings.append(Figure(key, title, Double(value), ""))
    }

    mutating func addLatencies(_ key: String, _ title: String, _ latencies: Latencies) {
        for percentile in [50, 90, 99, 99.9, 100] {
            guard let value = latencies.milliseconds(at: percentile) else { return }
            let name = percentile == 99.9 ? "99.9" : "\(Int(percentile))"
            let words = percentile == 100 ? "longest" : "p\(name)"
            add("\(key).p\(name)", "\(title), \(words)", value, "ms")
        }
        curves.append(Curve(title: title, points: latencies.curve))
    }
}

/// One measured number.
package struct Figure: Hashable, Sendable {
    /// The name for programs: words and dots.
    package var key: String
    /// The name for people.
    package var title: String
    package var value: Double
    package var unit: String

    init(_ key: String, _ title: String, _ value: Double, _ unit: String) {
        self.key = key
        self.title = title
        self.value = value
        self.unit = unit
    }
}

/// The measurements at one rate.
package struct RateStep: Hashable, Sendable {
    /// The edits a second that were due, and that were answered.
    var rate: Double
    var achieved: Double
    /// The milliseconds from when an edit was due to its delivery.
    var p50: Double
    var p90: Double
    var p99: Double
    var longest: Double
    /// The server's processor time; nil: its process is not known.
    var microsecondsPerEdit: Double?
    var microsecondsPerDelivery: Double?
    /// The share of the time that the generator was busy, from 0 to 1.
    var generatorShare: Double
    var isMet: Bool
}

extension ScenarioResult {
    /// Adds the processor time, memory and bytes of a period.
    mutating func add(_ use: WindowUsage, edits: Int, deliveries: Int, bytes: Int) {
        if let server = use.serverMicroseconds {
            if edits > 0 {
                add("server.cpu.edit", "server CPU, an edit", server / Double(edits), "µs")
            }
            if deliveries > 0 {
                add(
                    "server.cpu.delivery", "server CPU, a delivery", server / Double(deliveries),
                    "µs")
            }
            add(
                "server.cpu.share", "server CPU", server / (use.seconds * 1e6) * 100,
                "% of a processor")
        }
        if let memory = use.memory {
            add("server.memory", "server memory", Double(memory) / 1_048_576, "MiB")
        }
        if edits > 0 {
            add(
                "generator.cpu.edit", "generator CPU, an edit",
                use.generatorMicroseconds / Double(edits), "µs")
        }
        if deliveries > 0 {
            add(
                "generator.cpu.delivery", "generator CPU, a delivery",
                use.generatorMicroseconds / Double(deliveries), "µs")
        }
        add("generator.busy", "generator busy", use.busyShare * 100, "% of the time")
        add("received", "received", Double(bytes) / use.seconds / 1e6, "MB/s")
        if use.isGeneratorLimited { noteGeneratorLimit(use) }
    }

    /// Adds the results of a closed loop.
    mutating func add(_ outcome: ClosedLoopResult) {
        add("rate", "edits answered a second", outcome.editsPerSecond, "1/s")
        addLatencies("answer", "sent to answered", outcome.counters.answerLatencies)
        add(
            outcome.use, edits: outcome.counters.answers, deliveries: outcome.counters.deliveries,
            bytes: outcome.bytes)
    }

    /// Notes that the generator was the limit, not the server.
    mutating func noteGeneratorLimit(_ use: WindowUsage) {
        isGeneratorLimited = true
        let share = Int((max(use.generatorShare, use.busyShare) * 100).rounded())
        notes.append("the generator was the limit: it was busy for \(share) % of the time")
    }
}
