// Canonical equivalence in this file: texts of at most 48 bytes.
/// Reads days as programs and people write them.
enum DayWords {
    /// Full names of the months in English, German, French, Spanish, Italian, Dutch and Portuguese; an
    /// abbreviation is the beginning of one.
    private static let months: [[String]] = [
        ["january", "januar", "jänner", "janvier", "enero", "gennaio", "januari", "janeiro"],
        [
            "february", "februar", "février", "fevrier", "febrero", "febbraio", "februari",
            "fevereiro",
        ],
        ["march", "märz", "maerz", "mrz", "mars", "marzo", "maart", "mrt", "março", "marco"],
        ["april", "avril", "abril", "aprile"],
        ["may", "mai", "mayo", "maggio", "mei", "maio"],
        ["june", "juni", "juin", "junio", "giugno", "junho"],
        ["july", "juli", "juillet", "julio", "luglio", "julho"],
        ["august", "août", "aout", "agosto", "augustus"],
        ["september", "septembre", "septiembre", "settembre", "setembro"],
        ["october", "oktober", "octobre", "octubre", "ottobre", "outubro"],
        ["november", "novembre", "noviembre", "novembro"],
        ["december", "dezember", "décembre", "diciembre", "dicembre", "dezembro"],
    ]
    /// The beginnings of the names of weekdays, which say nothing beside a date.
    private static let weekdays: Set<String> = [
        "mon", "tue", "wed", "thu", "fri", "sat", "sun", "die", "mit", "don", "fre", "sam", "son",
        "lun", "mar", "mer", "jeu", "ven", "dim", "mié", "jue", "vie", "sáb", "dom", "gio", "maa",
        "din", "woe", "vri", "zat", "zon", "seg", "ter", "qua", "qui", "sex",
    ]
    private static let fillers: Set<String> = ["de", "of", "del", "the", "den", "le", "do"]

    /// The day of a text as `YYYY-MM-DD`; nil where it is no day, or may be one of two.
    ///
    /// Read are `2026-12-01` (also with `/`, `.` or nothing between), `1.12.2026`, `12/13/2026` where one
    /// of two numbers can be no month, and a day, the name of a month and a year in any order.
    static func day(_ text: String) -> String? {
        guard 6...48 ~= text.utf8.count else { return nil }
        let trimmed = text.trimmedBlanks
        return numeric(Array(trimmed.utf8)) ?? named(trimmed)
    }

    /// What the field `due` holds for a text: the day, the moment, or the text.
    static func due(_ text: String) -> String {
        day(text) ?? extendedMoment(text) ?? text.trimmedBlanks
    }

    /// A moment in the basic form of ISO 8601, `20261205T100000Z`, as iCalendar has it, in the
    /// extended one; nil for another text.
    private static func extendedMoment(_ text: String) -> String? {
        let bytes = Array(text.utf8.prefix(40).trimmed)
        guard 15...16 ~= bytes.count, bytes[8] == UInt8(ascii: "T"),
            bytes.count == 15 || bytes[15] == UInt8(ascii: "Z"),
            let date = compactOrDashed(bytes[..<8]), let hour = number(bytes[9..<11]), hour < 24,
            let minute = number(bytes[11..<13]), minute < 60,
            let second = number(bytes[13..<15]), second <= 60
        else { return nil }
        let clock = [bytes[9..<11], bytes[11..<13], bytes[13..<15]]
            .map { String(decoding: $0, as: UTF8.self) }
        return date.text + "T" + clock.joined(separator: ":") + (bytes.count == 15 ? "" : "Z")
    }

    /// The day that a moment in ISO 8601 means where it stands for a whole day: some programs write
    /// midnight of UTC, others midnight of the zone that the task was made in.
    ///
    /// - Returns: The day of the midnight that is nearest; nil for another text.
    static func nearestDay(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 13, bytes[10] == UInt8(ascii: "T"),
            let date = Calendar.date(bytes[..<10]),
            let hour = number(bytes[11..<13]), hour < 24
        else { return nil }
        return (hour < 12 ? date : date.next).text
    }

    /// Whether a text is a moment in ISO 8601, extended or basic.
    static func isMoment(_ text: String) -> Bool {
        let bytes = Array(text.utf8.prefix(40))
        guard
            let at = bytes.firstIndex(where: { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: " ") }
            ),
            at == 8 || at == 10, bytes.count >= at + 5
        else { return false }
        return compactOrDashed(bytes[..<at]) != nil && number(bytes[(at + 1)..<(at + 3)]) != nil
    }

    private static func compactOrDashed(_ bytes: ArraySlice<UInt8>) -> Calendar.Date? {
        if bytes.count == 10 { return Calendar.date(bytes) }
        guard bytes.count == 8 else { return nil }
        let at = bytes.startIndex
        guard let year = number(bytes[at..<(at + 4)]),
            let month = number(bytes[(at + 4)..<(at + 6)]),
            let day = number(bytes[(at + 6)..<(at + 8)])
        else { return nil }
        return Calendar.Date(year: year, month: month, day: day)
    }

    private static func numeric(_ bytes: [UInt8]) -> String? {
        if let date = compactOrDashed(bytes[...]) { return date.text }
        let separators: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")]
        guard let separator = bytes.first(where: { separators.contains($0) }) else { return nil }
        let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, let one = number(parts[0]), let two = number(parts[1]),
            let three = number(parts[2])
        else { return nil }
        if parts[0].count == 4 {
            return Calendar.Date(year: one, month: two, day: three)?.text
        }
        guard parts[2].count == 4, parts[0].count <= 2, parts[1].count <= 2 else { return nil }
        let dayFirst = Calendar.Date(year: three, month: two, day: one)
        // Dots stand between numbers where the day comes first only.
        if separator == UInt8(ascii: ".") { return dayFirst?.text }
        let monthFirst = Calendar.Date(year: three, month: one, day: two)
        if let dayFirst, let monthFirst {
            return dayFirst == monthFirst ? dayFirst.text : nil
        }
        return (dayFirst ?? monthFirst)?.text
    }

    private static func named(_ text: String) -> String? {
        var (year, month, day): (Int?, Int?, Int?) = (nil, nil, nil)
        var isPerhapsWeekday = false
        let isBetween: (Unicode.Scalar) -> Bool = { " ,.\u{A0}-/".unicodeScalars.contains($0) }
        for part in text.lowercased().unicodeScalars.split(whereSeparator: isBetween) {
            let word = String(part)
            let digits = part.prefix { $0.isASCII && $0.properties.numericType == .decimal }
            if digits.isEmpty {
                if let found = self.month(word) {
                    // "mar" is March, and a Tuesday of France: where there are two, it is the latter.
                    guard month == nil || isPerhapsWeekday || weekdays.contains(word) else {
                        return nil
                    }
                    if month == nil || isPerhapsWeekday { month = found }
                    isPerhapsWeekday = weekdays.contains(word)
                } else if !fillers.contains(word), !weekdays.contains(String(part.prefix(3))) {
                    return nil
                }
                continue
            }
            guard let number = number(Array(String(digits).utf8)[...]) else { return nil }
            let ending = String(part.dropFirst(digits.count))
            if digits.count == 4, ending.isEmpty, year == nil {
                year = number
            } else if digits.count <= 2, day == nil,
                ["", "st", "nd", "rd", "th", "er", "º", "°"].contains(ending)
            {
                day = number
            } else {
                return nil
            }
        }
        guard let year, let month, let day else { return nil }
        return Calendar.Date(year: year, month: month, day: day)?.text
    }

    private static func month(_ word: String) -> Int? {
        guard word.unicodeScalars.count >= 3 else { return nil }
        let fits = months.indices.filter { month in
            months[month].contains { $0.utf8.starts(with: word.utf8) }
        }
        return fits.count == 1 ? fits[0] + 1 : nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard 1...4 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The Gregorian calendar.
    private enum Calendar {
        struct Date: Hashable {
            var year: Int
            var month: Int
            var day: Int

            /// A day that exists; nil for any other.
            init?(year: Int, month: Int, day: Int) {
                guard 1...9_999 ~= year, 1...12 ~= month,
                    1...Calendar.days(in: month, of: year) ~= day
                else { return nil }
                (self.year, self.month, self.day) = (year, month, day)
            }

            var text: String {
                let digits = String(year)
                return String(repeating: "0", count: 4 - digits.count) + digits
                    + (month < 10 ? "-0" : "-") + String(month) + (day < 10 ? "-0" : "-")
                    + String(day)
            }

            /// The day after; the last of all has none.
            var next: Date {
                Date(year: year, month: month, day: day + 1)
                    ?? Date(year: year, month: month + 1, day: 1)
                    ?? Date(year: year + 1, month: 1, day: 1) ?? self
            }
        }

        static func days(in month: Int, of year: Int) -> Int {
            switch month {
            case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }

        /// The day of `YYYY-MM-DD`.
        static func date(_ bytes: ArraySlice<UInt8>) -> Date? {
            let at = bytes.startIndex
            guard bytes.count == 10, bytes[at + 4] == UInt8(ascii: "-"),
                bytes[at + 7] == UInt8(ascii: "-"), let year = number(bytes[at..<(at + 4)]),
                let month = number(bytes[(at + 5)..<(at + 7)]), let day = number(bytes[(at + 8)...])
            else { return nil }
            return Date(year: year, month: month, day: day)
        }
    }
}
