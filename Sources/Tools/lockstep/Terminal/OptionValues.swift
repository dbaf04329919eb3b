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

/// What the numbers of a load test are at most: beyond, nothing could be measured any more.
enum LoadBounds {
    /// 30 days.
    private static let seconds = Number(floatLiteral: 2_592_000)
    private static let rate = Number(floatLiteral: 10_000_000)
    private static let count = 1_000_000

    /// - Throws: `ValidationError` where one is larger.
    static func check(seconds: [Number] = [], rates: [Number] = [], counts: [Int] = []) throws {
        guard seconds.allSatisfy({ $0 <= Self.seconds }) else {
            throw ValidationError("times are at most 2592000 seconds, 30 days")
        }
        guard rates.allSatisfy({ $0 <= Self.rate }) else {
            throw ValidationError("rates are at most 10000000 a second")
        }
        guard counts.allSatisfy({ $0 <= Self.count }) else {
            throw ValidationError("numbers are at most 1000000")
        }
    }
}

/// A length of time as an argument or a setting: `90s`, `30m`, `8h`, `7d`.
struct TimeSpan: Hashable, ExpressibleByArgument {
    let seconds: Int

    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    /// Seconds of 100 years.
    private static let longest = 3_155_760_000

    init(seconds: Int) {
        self.seconds = seconds
    }

    init?(argument: String) {
        guard let unit = argument.last.flatMap({ Self.units[$0] }),
            let count = Int(argument.dropLast()), count > 0,
            count <= Self.longest / unit
        else { return nil }
        seconds = count * unit
    }

    var defaultValueDescription: String {
        seconds % 3600 == 0 ? "\(seconds / 3600)h" : "\(seconds)s"
    }
}
