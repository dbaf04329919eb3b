import Histogram

/// Latencies in microseconds, three digits exact.
struct Latencies {
    private var histogram = Histogram<UInt64>(
        highestTrackableValue: 3_600_000_000, numberOfSignificantValueDigits: .three)

    var count: Int { Int(histogram.totalCount) }

    /// Records one; what is below a microsecond counts as one, more than an hour as an hour.
    @inline(__always)
    mutating func record(nanoseconds: Int64) {
        histogram.record(UInt64(min(max(nanoseconds / 1_000, 1), 3_600_000_000)))
    }

    mutating func record(nanoseconds: Int64, count: Int) {
        histogram.record(
            UInt64(min(max(nanoseconds / 1_000, 1), 3_600_000_000)), count: UInt64(count))
    }

    /// Milliseconds that this part of all (in percent) did not exceed; nil where there are none.
    func milliseconds(at percentile: Double) -> Double? {
        guard count > 0 else { return nil }
        return Double(histogram.valueAtPercentile(percentile)) / 1_000
    }

    /// Points of the distribution for a plot, denser towards the end: percentile, milliseconds.
    var curve: [(percentile: Double, milliseconds: Double)] {
        guard count > 0 else { return [] }
        return histogram.percentiles(ticksPerHalfDistance: 4).map {
            ($0.percentile, Double($0.value) / 1_000)
        }
    }
}
