import Foundation

/// A bound that the figures of a test must keep, such as `hold: p99(tick) < 100 ms`.
package struct Threshold: Sendable, Hashable {
    /// What is compared.
    package enum Metric: Sendable, Hashable {
        /// Milliseconds at a percentile from 0 to 100; 100 is the longest.
        case percentile(Double)
        case mean
        /// Operations a second.
        case rate
        /// Operations that failed, as a part of all: 0.01 is 1 %.
        case errorShare
        case errors
        /// Operations without an answer at the end.
        case unanswered
        /// Answered edits that are not in the list's history.
        case lost
    }

    package enum Comparison: String, Sendable, CaseIterable {
        case atMost = "<="
        case atLeast = ">="
        case below = "<"
        case above = ">"
        case equal = "="
    }

    /// As it was written.
    package let text: String
    /// The phase; nil: all of them.
    package let phase: String?
    package let operation: UserOperation?
    package let metric: Metric
    package let comparison: Comparison
    package let bound: Double

    /// Reads a threshold; nil where it is none.
    package init?(_ text: String) {
        self.text = text
        let parts = text.split(separator: ":", maxSplits: 1).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard let condition = parts.last else { return nil }
        phase = parts.count == 2 ? parts[0] : nil
        guard
            let found = Comparison.allCases.first(where: { condition.contains($0.rawValue) }),
            let range = condition.range(of: found.rawValue)
        else { return nil }
        comparison = found
        let left = condition[..<range.lowerBound].trimmingCharacters(in: .whitespaces)
        let right = condition[range.upperBound...].trimmingCharacters(in: .whitespaces)
        var name = left
        var operation: UserOperation?
        if let open = left.firstIndex(of: "("), left.hasSuffix(")") {
            guard
                let named = UserOperation(
                    rawValue: String(left[left.index(after: open)...].dropLast()))
            else { return nil }
            operation = named
            name = String(left[..<open])
        }
        self.operation = operation
        let number = String(right.prefix { "0123456789.".contains($0) })
        let unit = right.dropFirst(number.count).trimmingCharacters(in: .whitespaces)
        guard let value = Double(number), value.isFinite,
            let (metric, scale) = Self.metric(name, unit: unit)
        else { return nil }
        self.metric = metric
        bound = value * scale
    }

    /// The metric of a name, and what a number in that unit is multiplied by; nil where there is none.
    private static func metric(_ name: String, unit: String) -> (Metric, Double)? {
        let times = ["ms": 1.0, "s": 1_000, "us": 0.001, "µs": 0.001]
        switch name {
        case "errors" where unit == "%": return (.errorShare, 0.01)
        case "errors" where unit.isEmpty: return (.errors, 1)
        case "lost" where unit.isEmpty: return (.lost, 1)
        case "unanswered" where unit.isEmpty: return (.unanswered, 1)
        case "rate" where unit == "/s" || unit.isEmpty: return (.rate, 1)
        case "mean": return times[unit].map { (.mean, $0) }
        case "max": return times[unit].map { (.percentile(100), $0) }
        default:
            guard name.hasPrefix("p"), let percentile = Double(name.dropFirst()),
                0 < percentile, percentile <= 100
            else { return nil }
            return times[unit].map { (.percentile(percentile), $0) }
        }
    }

    /// Whether a value keeps the bound.
    package func holds(_ value: Double) -> Bool {
        switch comparison {
        case .below: value < bound
        case .atMost: value <= bound
        case .above: value > bound
        case .atLeast: value >= bound
        case .equal: value == bound
        }
    }

    /// A value with its unit, for people.
    package func format(_ value: Double) -> String {
        switch metric {
        case .percentile, .mean: String(format: "%.3g ms", value)
        case .rate: String(format: "%.3g /s", value)
        case .errorShare: String(format: "%.3g %%", value * 100)
        case .errors, .unanswered, .lost: String(Int(value))
        }
    }
}
