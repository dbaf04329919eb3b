import TextBytes

/// The forms of tables that are read differently.
enum TableForm: Hashable {
    /// Lockstep's own (``RowTable``).
    case lockstep
    case todoist
    /// TickTick's, whose header is the record at `start`.
    case tickTick(start: Int)
    /// One column without a name.
    case lines
    case other

    /// Looks at the first records of a table.
    init(_ records: ArraySlice<CSVReader.Record>) {
        self = .other
        if let start = records.prefix(10).firstIndex(where: {
            Self.has(["List Name", "Title", "Kind"], $0)
        }) {
            self = .tickTick(start: start)
            return
        }
        guard let header = records.first(where: { $0.cells.contains { !$0.isEmpty } }) else {
            return
        }
        if Self.has(["TYPE", "CONTENT"], header) {
            self = .todoist
        } else if Self.isOwn(header) {
            self = .lockstep
        } else if header.cells.count == 1, let name = header.cells.first,
            ColumnNames.role(of: name) == nil, records.allSatisfy({ $0.cells.count <= 1 })
        {
            self = .lines
        }
    }

    /// Whether the form says that a text is a table, whatever else it may be.
    var isCertain: Bool {
        switch self {
        case .lockstep, .todoist, .tickTick: true
        case .lines, .other: false
        }
    }

    private static func has(_ names: [String], _ record: CSVReader.Record) -> Bool {
        names.allSatisfy { name in record.cells.contains { $0.isSame(as: name) } }
    }

    /// Whether only Lockstep names columns so; a text with such words has no other column that is known.
    private static func isOwn(_ header: CSVReader.Record) -> Bool {
        var names: Set<TextKey> = []
        var isMarked = false
        for cell in header.cells {
            let name = CellEscaping.unescaped(cell)
            if name.begins(with: "field:") || name.ends(with: ":json") { isMarked = true }
            names.insert(TextKey(name.word.lowercased()))
        }
        if isMarked, !names.isDisjoint(with: ["section", "row", "title", "detail", "done"]) {
            return true
        }
        return names.isSuperset(of: ["section", "sectiontitle"])
            || names.isSuperset(of: ["row", "title"])
    }
}
