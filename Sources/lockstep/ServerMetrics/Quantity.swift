import Foundation

/// Numbers as people read them: three digits or so, and a unit.
enum Quantity {
    /// `0`, `3.2`, `812`, `31,204`.
    static func number(_ value: Double) -> String {
        if value > 0, value < 9.95 { return String(format: "%.1f", value) }
        var digits = String(Int(value.rounded()))
        var text = ""
        while digits.count > 3 {
            text = "," + digits.suffix(3) + text
            digits.removeLast(3)
        }
        return digits + text
    }

    /// `512 B`, `41.0 kB`, `1.2 GB`.
    static func bytes(_ value: Double) -> String {
        var value = value
        var units = ["B", "kB", "MB", "GB", "TB"][...]
        while value >= 999.5, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        let unit = units.first ?? "B"
        return scaled(value, isWhole: unit == "B") + " " + unit
    }

    /// `85 µs`, `2.1 ms`, `1.5 s`; `–` where there is none.
    static func seconds(_ value: Double?) -> String {
        guard let value else { return "–" }
        guard value.isFinite else { return "over 10 s" }
        if value < 0.000_999_5 { return scaled(value * 1e6, isWhole: true) + " µs" }
        if value < 0.999_5 { return scaled(value * 1e3, isWhole: false) + " ms" }
        return scaled(value, isWhole: false) + " s"
    }

    /// `12 s`, `3 min`, `5 h 10 min`, `4 d 2 h`.
    static func duration(_ seconds: Double) -> String {
        let whole = Int(seconds)
        if whole < 60 { return "\(whole) s" }
        if whole < 3_600 { return "\(whole / 60) min" }
        if whole < 86_400 { return "\(whole / 3_600) h \(whole / 60 % 60) min" }
        return "\(whole / 86_400) d \(whole / 3_600 % 24) h"
    }

    private static func scaled(_ value: Double, isWhole: Bool) -> String {
        String(format: isWhole || value >= 99.95 ? "%.0f" : "%.1f", value)
    }
}
