/// Counts values in fixed ranges, as Prometheus takes them.
struct Histogram: Sendable {
    /// Upper ends of the ranges, ascending; above the last there is one without an end.
    let bounds: [Double]
    /// How many values fell into each range; one more than there are bounds.
    private(set) var counts: [Int]
    private(set) var sum = 0.0

    /// From 50 µs to 10 s.
    static let seconds = [
        0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
        0.5, 1, 2.5, 5, 10,
    ]

    /// - Parameter bounds: ascending; a value that is equal to one is below it.
    init(upTo bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// O(bounds), without allocating.
    mutating func add(_ value: Double) {
        var index = 0
        while index < bounds.count, value > bounds[index] { index += 1 }
        counts[index] += 1
        sum += value
    }

    var count: Int { counts.reduce(0, +) }
}
