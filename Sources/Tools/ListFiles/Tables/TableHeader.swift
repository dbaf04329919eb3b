import TextBytes

/// The columns of a foreign table, with what they mean.
struct TableHeader {
    /// One column.
    struct Column {
        /// The name, without its escape; of a column without one: its place.
        var name: String
        var role: ColumnRole
    }

    private(set) var columns: [Column]
    /// Whether no name says which column has the titles.
    let isGuess: Bool

    /// Finds the roles of columns by their names, and by the cells below where a name is not enough.
    ///
    /// - Parameter titleColumn: The name of the column that has the titles, where it is known.
    /// - Throws: `ListFileError` where there is no such column, or no column at all.
    init(
        _ header: CSVReader.Record, rows: ArraySlice<CSVReader.Record>, titleColumn: String?
    ) throws(ListFileError) {
        var columns: [Column] = []
        var taken: Set<TextKey> = []
        for (index, cell) in header.cells.enumerated() {
            let given = CellEscaping.unescaped(cell).withoutNUL.trimmedBlanks
            var name = given.isEmpty ? "Column \(index + 1)" : given
            if !taken.insert(TextKey(name)).inserted {
                // The place is in no other name twice.
                name += " (\(index + 1))"
                taken.insert(TextKey(name))
            }
            columns.append(Column(name: name, role: .other))
        }
        Self.assignRoles(&columns)
        Self.check(&columns, against: rows)
        var title = columns.firstIndex { $0.role == .title }
        isGuess = title == nil && titleColumn == nil
        if let titleColumn {
            guard let index = columns.firstIndex(where: { $0.name.isSame(as: titleColumn) }) else {
                throw ListFileError(line: header.line, "there is no column \(titleColumn)")
            }
            if let title { columns[title].role = .other }
            title = index
        }
        guard
            let index = title ?? columns.firstIndex(where: { $0.role == .other })
                ?? columns.indices.first
        else { throw ListFileError(line: header.line, "the first line must name the columns") }
        columns[index].role = .title
        self.columns = columns
    }

    /// Whether a column has this role.
    func has(_ role: ColumnRole) -> Bool { columns.contains { $0.role == role } }

    /// Whether a column has this name, without regard to case.
    func names(_ name: String) -> Bool {
        // Canonical equivalence: a word has at most 32 bytes.
        columns.contains { $0.name.word.lowercased() == name }
    }

    /// What users are shown of the columns.
    var shown: TableColumns {
        let title = columns.first { $0.role == .title }?.name ?? ""
        return TableColumns(names: columns.map(\.name), title: title, isGuess: isGuess)
    }

    /// Gives a column another role.
    mutating func set(_ role: ColumnRole, ofColumnNamed name: String) {
        // Canonical equivalence: a word has at most 32 bytes.
        for index in columns.indices where columns[index].name.word.lowercased() == name {
            columns[index].role = role
        }
    }

    private static func assignRoles(_ columns: inout [Column]) {
        var best: [ColumnRole: (index: Int, rank: Int)] = [:]
        for index in columns.indices {
            guard let (role, rank) = ColumnNames.role(of: columns[index].name) else { continue }
            if !role.isShared, let other = best[role] {
                guard rank < other.rank else { continue }
                columns[other.index].role = .other
            }
            best[role] = (index, rank)
            columns[index].role = role
        }
    }

    /// Takes columns with other words than those of their role for texts.
    private static func check(_ columns: inout [Column], against rows: ArraySlice<CSVReader.Record>)
    {
        var isFit = [Bool](repeating: true, count: columns.count)
        var isDate = isFit
        let isVague = columns.map { ColumnNames.isVague($0.name) }
        for record in rows {
            for (index, cell) in record.cells.enumerated() where index < columns.count {
                guard !cell.utf8.trimmed.isEmpty else { continue }
                switch columns[index].role {
                case .done:
                    if TruthWords.value(cell) == nil { isFit[index] = false }
                    if DayWords.day(cell) == nil, !DayWords.isMoment(cell) { isDate[index] = false }
                case .priority:
                    if PriorityWords.value(cell) == nil, TruthWords.value(cell) == nil {
                        isFit[index] = false
                    }
                case .due where isVague[index]:
                    if !cell.utf8.contains(where: { 0x30...0x39 ~= $0 }) { isFit[index] = false }
                case .indent: if Int(cell.trimmedBlanks) == nil { isFit[index] = false }
                default: break
                }
            }
        }
        for index in columns.indices where !isFit[index] {
            let isCompletion = columns[index].role == .done && isDate[index]
            columns[index].role = isCompletion ? .completion : .other
        }
    }
}
