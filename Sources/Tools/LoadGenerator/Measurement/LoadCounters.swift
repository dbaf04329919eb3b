import Histogram

/// The counts of a group since a measurement began.
struct LoadCounters {
    /// Answered edits.
    var answers = 0
    /// Change sets that reached a client, each counted for each client.
    var deliveries = 0
    /// Frames of change sets that reached a client.
    var frames = 0
    /// From when an edit was due to when its editor had the answer.
    var answerLatencies = Latencies()
    /// From when an edit was due to when a client that does not edit had it.
    var deliveryLatencies = Latencies()
    /// Answered `rows` messages, and from when each was due to when its client had the rows.
    var queryLatencies = Latencies()
    /// The latencies leave out edits that were due before this time.
    var start: Int64 = 0
}

/// The faults of a run: with any of them, the run has not converged.
struct LoadFaults {
    /// Frames that did not begin at the revision after the client's last one.
    var gaps = 0
    /// Frames in which no revision was found, and messages of no known kind.
    var unreadable = 0
    /// Connections that were lost.
    var lost = 0
    /// Edits that were refused, or that changed nothing.
    var unapplied = 0
    /// Descriptions of the first five.
    private(set) var texts: [String] = []

    mutating func add(_ text: String) {
        if texts.count < 5 { texts.append(text) }
    }

    var isEmpty: Bool { gaps + unreadable + lost + unapplied == 0 && texts.isEmpty }
}

/// A histogram of latencies in microseconds, exact to three digits.
package struct Latencies: Sendable {
    /// The longest latency, in microseconds: an hour.
    static let longest: UInt64 = 3_600_000_000

    private var histogram = Histogram<UInt64>(
        highestTrackableValue: longest, numberOfSignificantValueDigits: .three)

    package init() {}

    package var count: Int { Int(histogram.totalCount) }

    /// Records one latency, from a microsecond to an hour; others count as the nearer of the two.
    @inline(__always)
    package mutating func record(nanoseconds: Int64) {
        histogram.record(min(UInt64(max(nanoseconds / 1_000, 1)), Latencies.longest))
    }

    /// Records a number of latencies of so many microseconds.
    mutating func record(microseconds: UInt64, count: UInt64) {
        histogram.record(min(microseconds, Latencies.longest), count: count)
    }

    package mutating func add(_ other: Latencies) {
        if other.count > 0 { histogram.add(other.histogram) }
    }

    /// The latency at a percentile (0 to 100), in milliseconds; nil where none was recorded.
    package func milliseconds(at percentile: Double) -> Double? {
        guard count > 0 else { return nil }
        return Double(histogram.valueAtPercentile(percentile)) / 1_000
    }

    /// The mean in milliseconds; nil where none was recorded.
    package var mean: Double? { count > 0 ? histogram.mean / 1_000 : nil }

    /// The counts by microseconds, ascending, without those that are 0.
    var recorded: [(microseconds: UInt64, count: UInt64)] {
        histogram.recordedValues().map { ($0.value, $0.count) }
    }

    /// Points of the distribution for a plot, denser towards the end.
    var curve: [(percentile: Double, milliseconds: Double)] {
        guard count > 0 else { return [] }
        return histogram.percentiles(ticksPerHalfDistance: 4).map {
            ($0.percentile, Double($0.value) / 1_000)
        }
    }
}
