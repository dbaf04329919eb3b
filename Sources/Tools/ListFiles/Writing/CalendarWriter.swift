import ListEditing

/// Writes the rows of a list as tasks of a calendar (iCalendar, RFC 5545; `VTODO`, section 3.6.2).
///
/// Each row has its id as `UID`, its title as `SUMMARY`, its detail as `DESCRIPTION`, and the row that it
/// is below as `RELATED-TO`. Priorities 1 to 3 are `PRIORITY` 1, 5 and 9 (section 3.8.1.9); `done` is
/// `STATUS`, labels are `CATEGORIES`. The list's title is `X-WR-CALNAME`. `DTSTAMP`, which a task must have,
/// is when the row was last changed, or the start of 1970 where that is not known.
struct CalendarWriter {
    private var lines = FoldedLines()
    private var tally = LossTally()

    /// The file of a list, in UTF-8 with CR LF.
    ///
    /// - Complexity: O(n) in the bytes.
    static func write(_ state: ListState) -> WrittenFile {
        var writer = CalendarWriter()
        writer.tally.loseRules(of: state)
        writer.tally.loseSections(of: state)
        writer.line("BEGIN:VCALENDAR")
        writer.line("VERSION:2.0")
        writer.line("PRODID:-//Lockstep//Lockstep export//EN")
        if !state.title.isEmpty { writer.text("X-WR-CALNAME", state.title) }
        for section in state.sections {
            var depths = WrittenDepths()
            // The ids of the row before and of those above it, by their depths.
            var path: [RowID] = []
            for row in section.rows { writer.row(row, &depths, &path) }
        }
        writer.line("END:VCALENDAR")
        return WrittenFile(bytes: writer.lines.bytes, lost: writer.tally.losses)
    }

    private mutating func row(_ row: Row, _ depths: inout WrittenDepths, _ path: inout [RowID]) {
        guard let written = tally.taken(row) else { return }
        let depth = depths.next(written, &tally)
        path.removeLast(path.count - depth)
        line("BEGIN:VTODO")
        line("UID:" + row.id.text)
        line("DTSTAMP:" + Self.stamp(of: row).calendarText)
        text("SUMMARY", written.title)
        if let detail = written.detail { text("DESCRIPTION", detail) }
        if let due = written.due { self.due(due) }
        if let priority = written.priority { line("PRIORITY:\([1, 5, 9][priority - 1])") }
        if let isDone = written.isDone {
            line(isDone ? "STATUS:COMPLETED" : "STATUS:NEEDS-ACTION")
        } else {
            tally.add(.undone)
        }
        categories(written.labels)
        if let url = written.url { address(url) }
        if let above = path.last { line("RELATED-TO:" + above.text) }
        for field in written.others { tally.loseValue(of: field.name) }
        line("END:VTODO")
        path.append(row.id)
    }

    /// When the row was last changed; up to the last second that can be written.
    private static func stamp(of row: Row) -> WrittenTime {
        WrittenTime(unixSeconds: min((row.by?.at ?? 0) / 1_000, 253_402_300_799))
    }

    private mutating func due(_ due: String) {
        guard let time = WrittenTime(due) else { return tally.loseValue(of: "due") }
        if time.isInexact { tally.add(.times) }
        line((time.clock == nil ? "DUE;VALUE=DATE:" : "DUE:") + time.calendarText)
    }

    private mutating func categories(_ labels: [String]) {
        let kept = labels.filter { !$0.isEmpty }
        tally.add(.labels, labels.count - kept.count)
        guard !kept.isEmpty else { return }
        var content = Array("CATEGORIES:".utf8)
        for (index, label) in kept.enumerated() {
            if index > 0 { content.append(UInt8(ascii: ",")) }
            escape(label, into: &content)
        }
        lines.append(content)
    }

    /// Writes a URI (RFC 3986); anything else is no value of the property (section 3.3.13).
    private mutating func address(_ url: String) {
        guard Self.isAddress(Array(url.utf8)) else { return tally.loseValue(of: "url") }
        line("URL:" + url)
    }

    private static func isAddress(_ url: [UInt8]) -> Bool {
        guard let colon = url.firstIndex(of: UInt8(ascii: ":")), let first = url.first,
            isLetter(first)
        else { return false }
        let isScheme = url[..<colon].allSatisfy {
            isLetter($0) || isDigit($0) || "+-.".utf8.contains($0)
        }
        return isScheme
            && url.allSatisfy {
                isLetter($0) || isDigit($0) || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains($0)
            }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private mutating func text(_ name: String, _ value: String) {
        var content = Array((name + ":").utf8)
        escape(value, into: &content)
        lines.append(content)
    }

    /// Escapes a value of the type `TEXT` (section 3.3.11).
    private mutating func escape(_ text: String, into content: inout [UInt8]) {
        for byte in tally.cleaned(text, .lineFeeds) {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
                content.append(UInt8(ascii: "\\"))
                content.append(byte)
            case UInt8(ascii: "\n"): content.append(contentsOf: "\\n".utf8)
            default: content.append(byte)
            }
        }
    }

    private mutating func line(_ content: String) { lines.append(Array(content.utf8)) }
}

/// Content lines of at most 75 bytes, longer ones folded between characters (RFC 5545, section 3.1).
struct FoldedLines {
    private static let length = 75

    private(set) var bytes: [UInt8] = []

    /// Appends a line, given without its end.
    ///
    /// - Complexity: O(n) in the bytes.
    mutating func append(_ line: [UInt8]) {
        var rest = line[...]
        var room = Self.length
        while rest.count > room {
            var end = rest.startIndex + room
            // Bytes of the form 10xxxxxx go on with a character.
            while rest[end] & 0xC0 == 0x80 { end -= 1 }
            bytes.append(contentsOf: rest[..<end])
            bytes.append(contentsOf: "\r\n ".utf8)
            rest = rest[end...]
            room = Self.length - 1
        }
        bytes.append(contentsOf: rest)
        bytes.append(contentsOf: "\r\n".utf8)
    }
}
