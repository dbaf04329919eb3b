import ListEditing
import ListProtocol

/// Collects the lists of a file, in order, within the limits.
struct ContentsBuilder {
    /// How deep a row can stand below others.
    static let maximumIndent = 8

    private let limits: ProtocolLimits
    private var lists: [FileList] = []
    private var leftOut: [LeftOut.Reason: LeftOut] = [:]
    /// The rows of all lists.
    private var rows = 0
    /// The depths that the file gives to the last row and to those above it, ascending.
    private var depths: [Int] = []

    init(limits: ProtocolLimits) {
        self.limits = limits
    }

    /// Begins a list; what follows is in it.
    ///
    /// - Parameter kind: How its rows are shown where none of them says whether it is done; nil: the
    ///   file does not say it.
    mutating func beginList(_ title: String, kind: ListKind?) {
        var rules = Rules()
        rules.kind = kind
        lists.append(FileList(title: cut(title.withoutNUL.inOneLine), rules: rules))
        depths = []
    }

    /// Gives the list that was begun last another title.
    mutating func rename(_ title: String) {
        guard !lists.isEmpty else { return }
        lists[lists.count - 1].title = cut(title.withoutNUL.inOneLine)
    }

    /// Begins a section of the list that was begun last.
    ///
    /// - Throws: `ListFileError` where the list has as many as it may.
    mutating func beginSection(_ title: String, line: Int? = nil) throws(ListFileError) {
        guard !lists.isEmpty else { return }
        guard lists[lists.count - 1].sections.count < limits.sections else {
            throw ListFileError(line: line, "a list has more than \(limits.sections) sections")
        }
        let title = cut(title.withoutNUL.inOneLine, line: line)
        lists[lists.count - 1].sections.append(SectionSeed(id: nil, title: title, rows: []))
        depths = []
    }

    /// Adds a section that Lockstep wrote.
    ///
    /// - Throws: `ListFileError` where the list has as many as it may.
    mutating func add(_ section: SectionSeed) throws(ListFileError) {
        try beginSection("")
        guard !lists.isEmpty else { return }
        var section = section
        section.title = cut(section.title)
        try count(section.rows.count)
        let last = lists[lists.count - 1].sections.count - 1
        lists[lists.count - 1].sections[last] = section
    }

    /// Adds a row to the section that was begun last.
    ///
    /// - Parameter depth: How deep the file has it, in any measure; a row is below the last one before
    ///   it that is less deep. Rows below one that is left out take its place.
    /// - Returns: Whether it is in; a row without a title is left out.
    /// - Throws: `ListFileError`, with the row's line, where its fields are over the limit.
    @discardableResult
    mutating func add(_ entry: FileEntry, depth: Int = 0) throws(ListFileError) -> Bool {
        guard !lists.isEmpty else { return false }
        while let last = depths.last, last >= depth { depths.removeLast() }
        var entry = entry
        entry.title = entry.title.withoutNUL.inOneLine
        guard !entry.title.isEmpty else {
            leaveOut(.untitledRow, line: entry.line)
            return false
        }
        if lists[lists.count - 1].sections.isEmpty { try beginFirstSection() }
        if depths.count > Self.maximumIndent { leaveOut(.deepRow, line: entry.line) }
        let fields = entry.fields(indent: min(depths.count, Self.maximumIndent))
        depths.append(depth)
        guard fields.byteCount <= limits.fieldsBytes else {
            let start = String(entry.title.unicodeScalars.prefix(40))
            throw ListFileError(
                line: entry.line,
                "the fields of the row \"\(start)\" are over \(limits.fieldsBytes) bytes")
        }
        try count(1, line: entry.line)
        let list = lists.count - 1
        if entry.done != nil { lists[list].rules.kind = .check }
        let section = lists[list].sections.count - 1
        lists[list].sections[section].rows.append(RowSeed(id: nil, fields: fields))
        return true
    }

    /// Counts rows that are added.
    ///
    /// - Throws: `ListFileError` where there are more in all than one list may have.
    private mutating func count(_ more: Int, line: Int? = nil) throws(ListFileError) {
        rows += more
        guard rows <= limits.rows else {
            throw ListFileError(line: line, "there are more than \(limits.rows) rows")
        }
    }

    /// Notes that something is left out; `line` is that of the first, from 1.
    mutating func leaveOut(_ reason: LeftOut.Reason, count: Int = 1, line: Int? = nil) {
        guard count > 0 else { return }
        leftOut[reason, default: LeftOut(reason, count: 0, line: line)].count += count
    }

    /// All that was collected.
    func contents(_ format: FileFormat, table: TableColumns? = nil) -> FileContents {
        FileContents(
            format: format, lists: lists,
            leftOut: LeftOut.Reason.allCases.compactMap { leftOut[$0] }, table: table)
    }

    private mutating func beginFirstSection() throws(ListFileError) {
        let depths = depths
        try beginSection("")
        self.depths = depths
    }

    /// The beginning of a title that is within the limit.
    private mutating func cut(_ title: String, line: Int? = nil) -> String {
        guard title.utf8.count > limits.titleBytes else { return title }
        leaveOut(.longTitle, line: line)
        let bytes = title.utf8.prefix(max(0, limits.titleBytes))
        // A scalar that is cut in two falls away.
        var end = bytes.endIndex
        while end > bytes.startIndex, end.samePosition(in: title.unicodeScalars) == nil {
            end = title.utf8.index(before: end)
        }
        return String(title[..<end])
    }
}
