import Foundation

/// What `/metrics` said at one moment.
struct MetricsSample: Sendable {
    /// When it was asked for, in monotonic seconds.
    let time: Double
    /// Each series with its labels, as written.
    private let values: [String: Double]

    /// Reads Prometheus' text format; nil where that is not a Lockstep server's.
    init?(_ text: String, at time: Double) {
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

    /// A series without labels, or with its labels as they are written.
    subscript(series: String) -> Double? { values[series] }

    /// All series of a name together.
    func sum(_ name: String) -> Double {
        values.reduce(0) { sum, entry in
            entry.key.hasPrefix(name + "{") ? sum + entry.value : sum
        }
    }

    /// The one value of a label that a name has.
    func label(_ label: String, of name: String) -> String? {
        let start = "\(name){\(label)=\""
        return values.keys.first { $0.hasPrefix(start) }.map {
            String($0.dropFirst(start.count).dropLast(2))
        }
    }

    /// A histogram's ranges by their upper ends, ascending, and how many values were below each; of
    /// all kinds together, where the histogram is by kind.
    func ranges(_ name: String) -> [(end: Double, below: Double)] {
        let start = "\(name)_bucket{"
        let label = "le=\""
        var ranges: [Double: Double] = [:]
        for (series, below) in values where series.hasPrefix(start) {
            guard let range = series.range(of: label, options: .backwards) else { continue }
            let text = series[range.upperBound...].dropLast(2)
            guard let end = text == "+Inf" ? .infinity : Double(text) else { continue }
            ranges[end, default: 0] += below
        }
        return ranges.map { (end: $0.key, below: $0.value) }.sorted { $0.end < $1.end }
    }
}
