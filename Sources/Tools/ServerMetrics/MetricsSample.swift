// Canonical equivalence in this file: the figures are of a Lockstep server that the operator names.
import Foundation
import TextBytes

/// The values of a server's `/metrics` at one moment.
package struct MetricsSample: Sendable {
    /// The time of the request, in monotonic seconds.
    let time: Double
    /// The values by series, with the labels as they are written.
    private let values: [String: Double]

    /// Reads the Prometheus text format; nil where it does not come from a Lockstep server.
    ///
    /// - Parameter time: The time of the request, in monotonic seconds.
    package init?(_ text: String, at time: Double) {
        var values: [String: Double] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let blank = line.lastIndex(of: " "),
                let value = Double(line[line.index(after: blank)...])
            else { continue }
            values[String(line[..<blank])] = value
        }
        guard values["lockstep_sessions"] != nil else { return nil }
        self.time = time
        self.values = values
    }

    /// The value of a series, whose labels are given as they are written.
    subscript(series: String) -> Double? { values[series] }

    /// The sum of all labelled series of a name.
    func sum(_ name: String) -> Double {
        values.reduce(0) { sum, entry in
            entry.key.begins(with: name + "{") ? sum + entry.value : sum
        }
    }

    /// How many labelled series of a name there are.
    func count(_ name: String) -> Int {
        values.keys.count { $0.begins(with: name + "{") }
    }

    /// The value of a label in the one series of a name, which has no other label.
    func label(_ label: String, of name: String) -> String? {
        let start = "\(name){\(label)=\""
        return values.keys.first { $0.begins(with: start) }.map {
            String($0.dropFirst(start.count).dropLast(2))
        }
    }

    /// The buckets of a histogram: upper bounds, ascending, and cumulative counts.
    ///
    /// The counts of series that differ in other labels are added up.
    func buckets(_ name: String) -> [(end: Double, below: Double)] {
        let start = "\(name)_bucket{"
        let label = "le=\""
        var counts: [Double: Double] = [:]
        for (series, below) in values where series.hasPrefix(start) {
            guard let range = series.range(of: label, options: .backwards) else { continue }
            let text = series[range.upperBound...].dropLast(2)
            guard let end = text == "+Inf" ? .infinity : Double(text) else { continue }
            counts[end, default: 0] += below
        }
        return counts.map { (end: $0.key, below: $0.value) }.sorted { $0.end < $1.end }
    }
}

/// The distribution of the values that a histogram counted between two samples.
struct HistogramSummary: Hashable, Sendable {
    /// The number of values.
    let count: Int
    /// The median; nil where there are no values.
    let median: Double?
    /// The 99th percentile; infinite where it lies in the last bucket.
    let p99: Double?
    /// The upper bound of the bucket of the largest value; infinite where that is the last bucket.
    let maximum: Double?

    init(_ name: String, from earlier: MetricsSample?, to later: MetricsSample) {
        let before = Dictionary(
            uniqueKeysWithValues: (earlier?.buckets(name) ?? []).map { ($0.end, $0.below) })
        let buckets = later.buckets(name).map {
            (end: $0.end, below: max(0, $0.below - before[$0.end, default: 0]))
        }
        maximum = buckets.first { $0.below == buckets.last?.below && $0.below > 0 }?.end
        count = Int(clamping: buckets.last?.below ?? 0)
        median = Self.quantile(0.5, of: buckets)
        p99 = Self.quantile(0.99, of: buckets)
    }

    /// The quantile as `histogram_quantile` of Prometheus computes it: by linear interpolation within
    /// a bucket.
    private static func quantile(
        _ share: Double, of buckets: [(end: Double, below: Double)]
    ) -> Double? {
        guard let total = buckets.last?.below, total > 0 else { return nil }
        let rank = share * total
        var start = (end: 0.0, below: 0.0)
        for bucket in buckets {
            if bucket.below >= rank {
                guard bucket.end.isFinite, bucket.below > start.below else { return bucket.end }
                let part = (rank - start.below) / (bucket.below - start.below)
                return start.end + (bucket.end - start.end) * part
            }
            start = bucket
        }
        return nil
    }
}

extension Int {
    /// The whole number of a figure that another server tells: its figures can be any, also none.
    init(clamping figure: Double) {
        self = figure.isNaN ? 0 : Int(Swift.min(Swift.max(figure, -0x1p62), 0x1p62))
    }
}
