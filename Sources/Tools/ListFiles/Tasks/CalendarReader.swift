import ListEditing
import ListProtocol
import TextBytes

/// Reads the tasks (VTODO) of a calendar (RFC 5545) as Apple's Reminders, Nextcloud and Thunderbird write
/// them; each VCALENDAR is a list.
struct CalendarReader {
    /// Properties that are about the calendar and the program.
    private static let ignored: Set<TextKey> = [
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "CLASS", "STATUS", "COMPLETED",
        "PERCENT-COMPLETE", "RECURRENCE-ID", "REQUEST-STATUS",
    ]
    /// What is left out of a calendar, and told.
    private static let components: [TextKey: LeftOut.Reason] = [
        "VEVENT": .event, "VJOURNAL": .journalEntry, "VALARM": .reminder,
    ]

    private var builder: ContentsBuilder
    private let title: String
    /// The names of the components that are open, in capitals.
    private var path: [String] = []
    private var name = ""
    private var rows: [(row: EntryRows.Row, order: Int)] = []
    private var task: (row: EntryRows.Row, order: Int)?

    /// Reads a whole file in UTF-8.
    ///
    /// - Throws: `ListFileError` with line and column for a line that is none, a component that ends
    ///   where another is open, and one that does not end.
    /// - Complexity: O(n log n) in the tasks, O(n) in the bytes.
    static func read(
        _ text: [UInt8], title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var reader = CalendarReader(builder: ContentsBuilder(limits: limits), title: title)
        var lines = CalendarLines(text)
        while let line = try lines.next() { try reader.read(line) }
        if let open = reader.path.last {
            throw ListFileError(
                at: text.count, in: text, "the file ends before END:\(open.inOneLine)")
        }
        return reader.builder.contents(.iCalendar)
    }

    private init(builder: ContentsBuilder, title: String) {
        self.builder = builder
        self.title = title
    }

    private mutating func read(_ line: CalendarLine) throws(ListFileError) {
        let value = line.raw.word.uppercased()
        if line.name.isSame(as: "BEGIN") {
            if path.isEmpty, !value.isSame(as: "VCALENDAR") {
                throw ListFileError(line: line.line, column: 1, "here BEGIN:VCALENDAR must stand")
            }
            begin(value, line)
        } else if line.name.isSame(as: "END") {
            guard let open = path.last, open.isSame(as: value) else {
                throw ListFileError(
                    line: line.line, column: 1,
                    "END:\(value) closes nothing: \(path.last ?? "no component") is open")
            }
            path.removeLast()
            try end(value)
        } else if path.isEmpty {
            throw ListFileError(line: line.line, column: 1, "here BEGIN:VCALENDAR must stand")
        } else if path.count == 1 {
            // Canonical equivalence: names are words.
            if ["X-WR-CALNAME", "NAME"].contains(line.name), name.isEmpty { name = line.text }
        } else if path.count == 2, task != nil {
            readProperty(line)
        }
    }

    private mutating func begin(_ component: String, _ line: CalendarLine) {
        path.append(component)
        if path.count == 1 { (name, rows) = ("", []) }
        if path.count == 2, component.isSame(as: "VTODO") {
            task = (EntryRows.Row(entry: FileEntry(done: false, line: line.line)), 0)
        }
        // What is in an event goes with it.
        if path.count == 2 || task != nil, let reason = Self.components[TextKey(component)] {
            builder.leaveOut(reason, line: line.line)
        }
    }

    private mutating func end(_ component: String) throws(ListFileError) {
        if path.count == 1, let finished = task {
            rows.append(finished)
            task = nil
        } else if path.isEmpty {
            var tree = EntryRows()
            let places = rows.indices.sorted { (rows[$0].order, $0) < (rows[$1].order, $1) }
            for place in places { tree.append(rows[place].row) }
            try tree.add(
                to: &builder, title: name.trimmedBlanks.isEmpty ? title : name, kind: .check)
        }
    }

    private mutating func readProperty(_ line: CalendarLine) {
        guard var (row, order) = task else { return }
        // Canonical equivalence: names are words.
        switch line.name {
        case "SUMMARY": row.entry.title = line.text
        case "DESCRIPTION", "COMMENT": row.entry.notes.append(line.text)
        case "DUE": row.entry.due = DayWords.due(line.raw)
        case "PRIORITY":
            // Section 3.8.1.9: 1 to 4 is high, 5 medium, 6 to 9 low.
            let number = Int(line.raw) ?? 0
            row.entry.priority = (1...9 ~= number) ? (number < 5 ? 1 : number == 5 ? 2 : 3) : 0
        case "CATEGORIES": row.entry.labels += line.texts
        case "URL": row.entry.url = line.raw
        case "ATTENDEE":
            let name = line.parameters.first { $0.name.isSame(as: "CN") }?.value ?? line.raw
            row.entry.assignee += (row.entry.assignee.isEmpty ? "" : ", ") + name
        case "RELATED-TO":
            // Section 3.2.15: PARENT is the default.
            // Canonical equivalence: a word has at most 32 bytes.
            if ["", "PARENT"].contains(line.parameter("RELTYPE").word) { row.parent = line.raw }
        case "UID": row.id = line.raw
        case "COMPLETED": row.entry.done = true
        case "PERCENT-COMPLETE": if line.raw.isSame(as: "100") { row.entry.done = true }
        case "STATUS":
            if line.raw.word.uppercased().isSame(as: "COMPLETED") { row.entry.done = true }
            if line.raw.word.uppercased().isSame(as: "CANCELLED") {
                row.entry.done = true
                row.entry.others.append((line.name, line.raw))
            }
        case "X-APPLE-SORT-ORDER": order = Int(line.raw) ?? 0
        case "DTSTART": row.entry.others.append((line.name, DayWords.due(line.raw)))
        default:
            if !line.name.begins(with: "X-"), !Self.ignored.contains(TextKey(line.name)),
                !line.name.isEmpty
            {
                row.entry.others.append((line.name, line.text))
            }
        }
        task = (row, order)
    }
}
