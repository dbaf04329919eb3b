/// An edit that is being applied: its log, for rolling it back, and the state before it, for
/// computing its net effect.
struct Transaction {
    /// The revision that places by index count in.
    let base: Int
    let actions: [Action]
    let limits: EditLimits
    let author: RowAuthor
    /// When the edit is made, in Unix milliseconds; 0: not known.
    let at: Int
    /// The number of the current action.
    private(set) var action = 0
    /// Whether actions before the current one may have shifted places, now or at the base: an
    /// action that changes nothing now may have an effect at the base.
    private(set) var hasShifted = false
    /// The mutations so far.
    var log: [Mutation] = []
    /// The clamped places so far.
    var clamps: [Clamp] = []

    // MARK: The state before the edit

    /// The rows that the edit names and that the list held before it.
    var rowsBefore = SmallDictionary<RowID, RowSnapshot>()
    /// The order of sections before the edit; nil: it neither inserts, deletes nor moves any.
    var sectionsBefore: [SectionID]?
    /// The row counts before the edit of the sections whose rows it changes.
    var countsBefore = SmallDictionary<SectionID, Int>()
    /// The titles and rules before the edit of the sections that it updates or deletes.
    var sectionRecords: [SectionID: SectionRecord] = [:]
    /// For each row whose fields changed, the marks of these fields before, in order of their
    /// names.
    var marksBefore: [RowID: [Int]] = [:]
    /// The authorship before the edit of the rows whose fields changed, for
    /// `EditableList.revert(_:)`.
    var previousAuthorships: [(row: RowID, authorship: PreviousAuthorship)] = []

    // MARK: Rebasing

    /// The rows that the edit deleted, each with the number of that mutation; without those that
    /// were deleted with their section.
    var deletedRows = SmallDictionary<RowID, Int>()
    /// The sections that the edit deleted, each with the order of sections before that.
    var deletedSections: [SectionID: [SectionID]] = [:]
    /// Where rows and sections were at `base`, once a place had to be rebased: none or one.
    var placesAtBase: [PlacesAtBase] = []
    /// The list at `base` with the earlier actions applied, once a place had to be found in it:
    /// none or one.
    var listsAtBase: [ListAtBase] = []
    /// The newest placement of each row by the edit, up to the last query.
    var placements = Placements()

    // MARK: Undo and redo

    /// Marks to restore instead of setting the revision of the set.
    var restored: [RowID: RestoredMarks] = [:]
    /// Sections that an undo has restored or moved back.
    var restoredSections: [SectionID: RestoredSection] = [:]
    /// The marks of rows that an undo moves back: they have moved where others' marks are between, even
    /// if their path stays.
    var returning: [RowID: Int32] = [:]
    /// Those of sections.
    var returningSections: [SectionID: Int32] = [:]

    init(base: Int, actions: [Action], limits: EditLimits, author: RowAuthor, at: Int) {
        self.base = base
        self.actions = actions
        self.limits = limits
        self.author = author
        self.at = at
        // A move logs two mutations, and up to three of marks.
        log.reserveCapacity(5)
    }

    /// Advances to the action with this number.
    mutating func advance(to number: Int) {
        if number > 0, !hasShifted { hasShifted = actions[number - 1].shiftsPlaces }
        action = number
    }

    /// A rejection of the current action.
    func reject(_ code: RejectCode, _ message: String) -> Rejection {
        Rejection(code, action: action, message: message)
    }
}

extension Action {
    /// Whether the action may shift places.
    fileprivate var shiftsPlaces: Bool {
        switch self {
        case .updateRow(_, _, let rules, _): rules.pinned != .keep
        case .updateSection, .updateList: false
        case .insertRow, .deleteRows, .moveRow, .moveRows, .insertSection, .deleteSections,
            .moveSection:
            true
        }
    }
}

/// A row that an edit names, as it was before the edit.
///
/// A class, since it is immutable and passed on often. It holds neither fields nor marks: the list
/// changes those in place, and a second reference would make each change copy all of them.
final class RowSnapshot {
    let id: RowID
    let rules: RowRules
    /// `Authorship.placed` of the row.
    let placed: Int
    let section: SectionID
    let path: IndexPath
    /// The number of rows of its band before it.
    let rankInBand: Int
    /// The row directly before it; nil: it was the first of its section.
    let previous: RowID?
    /// The row directly after it; nil: it was the last of its section.
    let next: RowID?

    init(
        _ row: Row, section: SectionID, path: IndexPath, rankInBand: Int, previous: RowID?,
        next: RowID?
    ) {
        id = row.id
        rules = row.rules
        placed = row.authorship.placed
        self.section = section
        self.path = path
        self.rankInBand = rankInBand
        self.previous = previous
        self.next = next
    }

    /// The row's place, for the inverse of an edit that names no other row next to it.
    var neighbours: RowNeighbours {
        RowNeighbours(section: section, after: previous, before: next)
    }
}

/// The number of the mutation of an edit that placed each row last.
struct Placements {
    private var newest: [RowID: Int] = [:]
    private var noted = 0

    /// Reads the mutations that were logged since the last call.
    mutating func note(_ log: [Mutation]) {
        for place in noted..<max(noted, log.count) {
            if case .insertedRow(let id, _, _) = log[place] { newest[id] = place }
        }
        noted = log.count
    }

    /// Whether a mutation with a greater number placed the row.
    func isPlaced(_ row: RowID, after mutation: Int) -> Bool {
        newest[row].map { $0 > mutation } ?? false
    }
}
