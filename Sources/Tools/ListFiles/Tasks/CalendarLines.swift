import TextBytes

/// A content line of iCalendar (RFC 5545, section 3.1), unfolded: `NAME;PARAM=value:value`.
struct CalendarLine {
    /// In capitals.
    var name: String
    /// Names in capitals, and values without quotes.
    var parameters: [(name: String, value: String)]
    /// As it is written.
    var value: ArraySlice<UInt8>
    /// The line on which it begins, from 1.
    var line: Int

    /// The value of a parameter in capitals; empty where there is none.
    func parameter(_ name: String) -> String {
        parameters.first { $0.name.isSame(as: name) }?.value.uppercased() ?? ""
    }

    /// The texts of the value, which commas separate (section 3.3.11).
    var texts: [String] {
        var texts: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in value {
            if isEscaped {
                let isBreak = byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N")
                texts[texts.count - 1].append(isBreak ? UInt8(ascii: "\n") : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: ",") {
                texts.append([])
            } else {
                texts[texts.count - 1].append(byte)
            }
        }
        return texts.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value as one text.
    var text: String { texts.joined(separator: ",") }
    /// The value as it is written.
    var raw: String { String(decoding: value, as: UTF8.self).trimmedBlanks }
}

/// The content lines of a file.
///
/// Debian's `libical` was considered: it brings ICU, GLib and Berkeley DB along, 40 MB, to unfold lines
/// and split them at colons; recurrences and time zones, for which it is there, are not read here.
struct CalendarLines {
    private var lines: TextLines
    private var waiting: TextLines.Line?

    init(_ text: [UInt8]) {
        lines = TextLines(text)
        waiting = lines.next()
    }

    /// The next line that is not empty; nil at the end.
    ///
    /// - Throws: `ListFileError` with line and column where there is no colon after a name.
    mutating func next() throws(ListFileError) -> CalendarLine? {
        while let first = waiting {
            var bytes = first.bytes
            var isFolded = false
            waiting = lines.next()
            while let more = waiting, let blank = more.bytes.first, blank == 0x20 || blank == 0x09 {
                if !isFolded { bytes = Array(bytes)[...] }
                isFolded = true
                bytes += more.bytes.dropFirst()
                waiting = lines.next()
            }
            if bytes.trimmed.isEmpty { continue }
            return try Self.line(bytes, number: first.number)
        }
        return nil
    }

    private static func line(
        _ bytes: ArraySlice<UInt8>, number: Int
    ) throws(ListFileError) -> CalendarLine {
        var parts: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var isQuoted = false
        for place in bytes.indices {
            switch bytes[place] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted:
                parts.append(bytes[start..<place])
                start = place + 1
            case UInt8(ascii: ":") where !isQuoted:
                parts.append(bytes[start..<place])
                return CalendarLine(
                    name: String(decoding: parts[0].trimmed, as: UTF8.self).word.uppercased(),
                    parameters: parts.dropFirst().map(parameter),
                    value: bytes[(place + 1)...], line: number)
            default: break
            }
        }
        let column = String(decoding: bytes, as: UTF8.self).unicodeScalars.count + 1
        throw ListFileError(line: number, column: column, "there is no colon after the name")
    }

    private static func parameter(_ bytes: ArraySlice<UInt8>) -> (name: String, value: String) {
        let name = bytes.prefix { $0 != UInt8(ascii: "=") }
        let value = bytes.dropFirst(name.count + 1).filter { $0 != UInt8(ascii: "\"") }
        return (
            String(decoding: name, as: UTF8.self).word.uppercased(),
            String(decoding: value, as: UTF8.self)
        )
    }
}
