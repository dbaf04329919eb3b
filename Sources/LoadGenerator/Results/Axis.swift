import Foundation

/// A logarithmic axis from one power of ten to another.
struct Axis {
    private let lowest: Double
    private let highest: Double

    /// Holds all values, which must be above 0; nil where there are none.
    init?(_ values: [Double]) {
        guard let least = values.min(), let most = values.max() else { return nil }
        lowest = log10(least).rounded(.down)
        highest = max(log10(most).rounded(.up), lowest + 1)
    }

    /// The powers of ten.
    var marks: [Double] {
        stride(from: lowest, through: highest, by: 1).map { pow(10, $0) }
    }

    func holds(_ value: Double) -> Bool { (0...1).contains(part(value)) }

    /// Where a value stands, from 0 to 1.
    func part(_ value: Double) -> Double { (log10(value) - lowest) / (highest - lowest) }
}
