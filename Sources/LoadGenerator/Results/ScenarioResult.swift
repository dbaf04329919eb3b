/// What came of one scenario.
package struct ScenarioResult: Sendable {
    /// A line of a plot: percentile, milliseconds.
    package struct Curve: Sendable {
        var title: String
        var points: [(percentile: Double, milliseconds: Double)]
    }

    package var scenario: String
    package var settings: [Figure] = []
    package var figures: [Figure] = []
    package var steps: [RateStep] = []
    package var curves: [Curve] = []
    /// Everything arrived everywhere, in order, and the server's list is what the edits make.
    package var converged = true
    /// What went wrong, or what one should know.
    package var notes: [String] = []
    /// The generator, not the server, may have been the limit.
    package var isGeneratorLimited = false

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
