// Canonical equivalence: dates are compared by tests.
/// A date of the Gregorian calendar, with or without a time of day, read from ISO 8601.
struct WrittenTime: Hashable {
    private(set) var year: Int
    private(set) var month: Int
    private(set) var day: Int
    /// The hour, minute and second; nil: the whole day.
    private(set) var clock: [Int]?
    /// Whether the time of day is one in UTC; false: of wherever the reader is.
    private(set) var isUTC = false
    /// Whether something of the text is not in this value as it was: an offset from UTC, which was
    /// added, or a fraction of a second, which was left out.
    private(set) var isInexact = false

    /// `YYYY-MM-DD`, the day as it was written, whatever day that is in UTC.
    private(set) var date = ""

    /// Reads `YYYY-MM-DD`, or with a time `YYYY-MM-DDTHH:MM[:SS[.F…]][Z|±HH[[:]MM]]`, also without
    /// hyphens and colons, as calendars have them; nil for all else.
    ///
    /// - Complexity: O(n) in the bytes.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard let year = Self.number(4, &rest), year > 0 else { return nil }
        let isBasic = !Self.take("-", &rest)
        guard let month = Self.number(2, &rest), 1...12 ~= month,
            isBasic || Self.take("-", &rest), let day = Self.number(2, &rest),
            1...Self.days(of: month, year) ~= day
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        date = [Self.padded(year, 4), Self.padded(month, 2), Self.padded(day, 2)]
            .joined(separator: "-")
        if rest.isEmpty { return }
        guard Self.take("T", &rest), let hour = Self.number(2, &rest), hour < 24,
            isBasic || Self.take(":", &rest), let minute = Self.number(2, &rest), minute < 60
        else { return nil }
        var second = 0
        let hasSecond =
            isBasic ? Self.digits ~= (rest.first ?? 0) : Self.take(":", &rest)
        if hasSecond {
            guard let number = Self.number(2, &rest), number < 60 else { return nil }
            second = number
            if Self.take(".", &rest) {
                let fraction = rest.prefix { Self.digits ~= $0 }
                guard !fraction.isEmpty else { return nil }
                rest = rest.dropFirst(fraction.count)
                isInexact = fraction.contains { $0 != UInt8(ascii: "0") }
            }
        }
        clock = [hour, minute, second]
        if rest.isEmpty { return }
        isUTC = true
        if Self.take("Z", &rest) {
            if !rest.isEmpty { return nil }
        } else {
            guard let offset = Self.offset(&rest), rest.isEmpty else { return nil }
            let seconds = (hour * 60 + minute - offset) * 60 + second
            let written = date
            self = WrittenTime(unixSeconds: Self.unixDay(year, month, day) * 86_400 + seconds)
            guard 1...9999 ~= self.year else { return nil }
            date = written
            isInexact = true
        }
    }

    /// The time that is so many seconds after the start of 1970 in UTC.
    init(unixSeconds: Int) {
        let (days, seconds) = Self.divided(unixSeconds, by: 86_400)
        // Years begin in March here, so that a leap day is the last one; eras have 400 years.
        let (era, dayOfEra) = Self.divided(days + 719_468, by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
        isUTC = true
    }

    /// The value of a `DATE` or `DATE-TIME` (RFC 5545, sections 3.3.4 and 3.3.5).
    var calendarText: String {
        let date = Self.padded(year, 4) + Self.padded(month, 2) + Self.padded(day, 2)
        guard let clock else { return date }
        return date + "T" + clock.map { Self.padded($0, 2) }.joined() + (isUTC ? "Z" : "")
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private static func number(_ length: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
        let part = rest.prefix(length)
        guard part.count == length, part.allSatisfy({ digits ~= $0 }) else { return nil }
        rest = rest.dropFirst(length)
        return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func take(_ mark: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Minutes from UTC.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        let isBehind = take("-", &rest)
        guard isBehind || take("+", &rest), let hours = number(2, &rest), hours < 24 else {
            return nil
        }
        var minutes = hours * 60
        let hasColon = take(":", &rest)
        if let more = number(2, &rest) {
            guard more < 60 else { return nil }
            minutes += more
        } else if hasColon {
            return nil
        }
        return isBehind ? -minutes : minutes
    }

    private static func days(of month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days from the start of 1970 to a date.
    private static func unixDay(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let (era, yearOfEra) = divided(month <= 2 ? year - 1 : year, by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    /// The quotient rounded down, and the rest, which is not negative.
    private static func divided(_ number: Int, by divisor: Int) -> (Int, Int) {
        let rest = (number % divisor + divisor) % divisor
        return ((number - rest) / divisor, rest)
    }

    private static func padded(_ number: Int, _ length: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, length - text.utf8.count)) + text
    }
}
