import ArgumentParser

/// A number in an option; the help shows its default as a user would write it, `2` and not `2.0`.
struct Number: ExpressibleByArgument, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    Comparable, Sendable
{
    let value: Double

    init(floatLiteral value: Double) { self.value = value }

    init(integerLiteral value: Int) { self.value = Double(value) }

    init?(argument: String) {
        guard let value = Double(argument), value.isFinite else { return nil }
        self.value = value
    }

    static func < (left: Number, right: Number) -> Bool { left.value < right.value }

    var defaultValueDescription: String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
