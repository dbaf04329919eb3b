/// A list of which not every row is held: each section with its row count, runs of rows, and gaps of
/// known length between them.
///
/// It follows a list that is too long to be sent whole (protocol.md, "Windows"). It applies the same
/// change sets as a whole list, by their paths: an insertion in a gap makes the gap longer, an update in
/// a gap changes nothing, and a row that moves out of a gap into a run is a *hole*, of which the id is
/// known and nothing else, until it is asked for.
///
/// A row that arrives belongs to a run if the row before it or the one after it is held, or if its section
/// was empty; else it belongs to a gap. So a section without gaps never gets one. Two runs that touch are
/// one.
///
/// A value without I/O. Memory: O(r) for r rows that are held, however long the list is.
public struct SparseList: Sendable {
    /// The revision of the newest set that it includes.
    public internal(set) var revision: Int
    /// The list's title.
    public internal(set) var title: String
    /// The list's rules.
    public internal(set) var rules: Rules
    var sections: [SparseSection] = []
    /// The chunk of each row that is held.
    var places = RowPlaces()
    /// The index of each section, by its slot.
    var indices: [Int: Int] = [:]
    private var lastSlot = 0

    // Canonical equivalence: tests and tools compare them, the server does not.
    /// A section as an outline describes it: without its rows.
    public struct Section: Hashable, Sendable {
        /// The section's id.
        public var id: SectionID
        /// Its title.
        public var title: String
        /// Its rules, which narrow the list's.
        public var rules: Rules
        /// The number of its rows, not negative.
        public var count: Int
        /// The rows pinned to its top.
        public var top: Int
        /// The rows pinned to its bottom.
        public var bottom: Int

        /// Creates a section.
        public init(
            id: SectionID, title: String, rules: Rules, count: Int, top: Int, bottom: Int
        ) {
            self.id = id
            self.title = title
            self.rules = rules
            self.count = count
            self.top = top
            self.bottom = bottom
        }
    }

    /// Rows of one section that stand together and are held.
    public struct Run: Hashable, Sendable {
        /// The path of the first.
        public var at: IndexPath
        /// The rows in order; at least one.
        public var rows: [HeldRow]

        /// Creates a run.
        public init(at: IndexPath, rows: [HeldRow]) {
            self.at = at
            self.rows = rows
        }
    }

    /// Creates a list that holds the rows of some runs.
    ///
    /// - Throws: a `CountError` if an id occurs twice or a run is not in its section.
    /// - Complexity: O(s + r) for s sections and r rows.
    public init(
        revision: Int, title: String, rules: Rules, sections: [Section], runs: [Run] = []
    ) throws(CountError) {
        self.revision = revision
        self.title = title
        self.rules = rules
        for section in sections {
            guard section.count >= section.top + section.bottom, section.top >= 0,
                section.bottom >= 0
            else {
                throw CountError(
                    message: "section \(section.id.text) has \(section.count) rows, of which"
                        + " \(section.top) and \(section.bottom) are pinned")
            }
            self.sections.append(newSection(section))
        }
        guard Set(sections.map(\.id)).count == sections.count else {
            throw CountError(message: "a section is there twice")
        }
        indexSections()
        for run in runs {
            for row in run.rows where places[row.id] != nil {
                throw CountError(message: "row \(row.id.text) is there twice")
            }
            try hold(run)
        }
    }

    mutating func newSection(_ section: Section) -> SparseSection {
        lastSlot += 1
        return SparseSection(section, slot: lastSlot)
    }

    mutating func indexSections() {
        indices.removeAll(keepingCapacity: true)
        for (index, section) in sections.enumerated() { indices[section.slot] = index }
    }
}

/// A row that a `SparseList` holds.
public struct HeldRow: Hashable, Sendable {
    /// The row's id.
    public let id: RowID
    /// The row; nil for a hole.
    public internal(set) var row: Row?

    /// Creates a row with its content.
    public init(_ row: Row) {
        id = row.id
        self.row = row
    }

    /// Creates a hole.
    public init(hole id: RowID) {
        self.id = id
        row = nil
    }
}

// MARK: - Reading

extension SparseList {
    /// The number of sections.
    ///
    /// - Complexity: O(1).
    public var sectionCount: Int { sections.count }

    /// The rows of each section, in order; those in gaps count.
    ///
    /// - Complexity: O(s) in the number of sections.
    public var counts: [Int] { sections.map(\.count) }

    /// The number of rows; those in gaps count.
    ///
    /// - Complexity: O(s) in the number of sections.
    public var rowCount: Int { sections.reduce(0) { $0 + $1.count } }

    /// The number of rows that are held, holes included.
    ///
    /// - Complexity: O(1).
    public var heldCount: Int { places.count }

    /// The section at an index.
    ///
    /// - Precondition: `index` is an index of a section.
    /// - Complexity: O(1).
    public func section(at index: Int) -> Section { sections[index].outline }

    /// The index of a section; nil if it is not in the list.
    ///
    /// - Complexity: O(s) in the number of sections.
    public func sectionIndex(of section: SectionID) -> Int? {
        sections.firstIndex { $0.id == section }
    }

    /// Whether there is a row at a path, held or in a gap.
    ///
    /// - Complexity: O(1).
    public func hasPlace(_ path: IndexPath) -> Bool {
        sections.indices.contains(path.section)
            && (0..<sections[path.section].count).contains(path.row)
    }

    /// The row at a path; nil if it is in a gap or there is none.
    ///
    /// - Complexity: O(c) in the chunks of the section, each of up to 256 rows.
    public func held(at path: IndexPath) -> HeldRow? {
        hasPlace(path) ? sections[path.section].held(at: path.row) : nil
    }

    /// A row; nil if it is not held.
    ///
    /// - Complexity: as that of `path(of:)`.
    public func held(_ id: RowID) -> HeldRow? { path(of: id).flatMap { held(at: $0) } }

    /// The path of a row; nil if it is not held.
    ///
    /// - Complexity: O(c) in the chunks of its section, and one chunk of up to 256 rows.
    public func path(of id: RowID) -> IndexPath? {
        guard let place = places[id], let section = indices[place.slot],
            let row = sections[section].index(of: id, inChunk: place.chunk)
        else { return nil }
        return IndexPath(section: section, row: row)
    }

    /// The runs, ascending; none touches another.
    ///
    /// - Complexity: O(s + r) for s sections and r rows.
    public var runs: [Run] {
        sections.enumerated().flatMap { index, section in
            section.runs.map { Run(at: IndexPath(section: index, row: $0.start), rows: $0.rows) }
        }
    }

    /// The ids of the holes, in order of the list.
    ///
    /// - Complexity: O(s + r) for s sections and r rows.
    public var holes: [RowID] {
        sections.flatMap { section in
            section.chunks.flatMap { $0.rows.compactMap { $0.row == nil ? $0.id : nil } }
        }
    }

    /// The places of a section that are in gaps, ascending.
    ///
    /// - Parameter rows: cut at the ends of the section.
    /// - Precondition: `section` is an index of a section.
    /// - Complexity: O(c) in the chunks of the section.
    public func gaps(in section: Int, _ rows: Range<Int>) -> [Range<Int>] {
        sections[section].gaps.compactMap { gap in
            let part = gap.clamped(to: rows)
            return part.isEmpty ? nil : part
        }
    }

    /// A digest of the ids of rows that stand together in a section, 32-bit FNV-1a over each id with a
    /// line feed, as the server makes it for `check`; nil if not all of them are held.
    ///
    /// - Parameter count: cut at the end of the section.
    /// - Complexity: O(c + k) for c chunks of the section and k rows.
    public func digest(from path: IndexPath, count: Int) -> UInt32? {
        var digest = Digest()
        guard hasPlace(path), count > 0 else { return digest.value }
        let end = min(sections[path.section].count, path.row + count)
        guard let rows = sections[path.section].held(in: path.row..<end) else { return nil }
        for row in rows {
            digest.add(row.id.text)
            digest.add("\n")
        }
        return digest.value
    }
}
