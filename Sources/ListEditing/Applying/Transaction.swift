/// An edit under way: what it takes to roll it back, and what its net effect is measured against.
struct Transaction {
    /// The revision that places by index count in.
    let base: Int
    let actions: [Action]
    let limits: EditLimits
    let client: ClientID
    /// The number of the action under way.
    var action = 0
    var log: [Mutation] = []
    var clamps: [Clamp] = []
    /// The rows that the edit names and the list held before it.
    var touches = ShortTable<RowID, RowTouch>()
    /// The sections in order before the edit; nil: it neither inserts, deletes nor moves any.
    var sectionsBefore: [SectionID]?
    /// Rows before the edit of the sections whose rows it changes.
    var countsBefore = ShortTable<SectionID, Int>()
    /// Titles and rules before the edit of sections that it updates.
    var sectionRecords: [SectionID: SectionRecord] = [:]
    /// Rows deleted by the edit, with the number of the mutation that did it; not those that went
    /// with a section.
    var gone = ShortTable<RowID, Int>()
    /// Sections deleted by the edit, with the order of sections before that.
    var goneSections: [SectionID: [SectionID]] = [:]
    /// The list at `base` with the earlier actions applied, once a place had to
    /// be found there: none or one.
    var simulations: [Simulation] = []
    /// For each row whose fields changed the marks of these before, in order of their names.
    var marksBefore: [RowID: [Int]] = [:]
    /// What was noted of rows whose fields changed, to be put back where the set is reverted.
    var formers: [(row: RowID, authorship: FormerAuthorship)] = []
    /// What the sets since `base` tell, once a place had to be carried: none or one.
    var past: [PastPlaces] = []
    /// Where the edit placed rows, as far as it was asked.
    var placements = Placements()
    /// Marks to put back instead of the set's own revision: undo and redo.
    var restored: [RowID: RestoredMarks] = [:]
    /// What an undo found allowed of the rows that it names.
    var freedoms: [RowID: UndoFreedom] = [:]
    /// Sections that an undo has brought back: their rules are of its own making.
    var sectionsBroughtBack: Set<SectionID> = []

    /// Whether actions before the one under way may have shifted places, here or at the base: one
    /// that changes nothing today may have changed something there.
    var hasShifted = false

    init(base: Int, actions: [Action], limits: EditLimits, client: ClientID) {
        self.base = base
        self.actions = actions
        self.limits = limits
        self.client = client
        // A move is two.
        log.reserveCapacity(2)
    }

    /// Goes on to the action with this number.
    mutating func advance(to number: Int) {
        if number > 0, !hasShifted { hasShifted = actions[number - 1].shiftsPlaces }
        action = number
    }

    /// A rejection of the action under way.
    func reject(_ code: RejectCode, _ message: String) -> Rejection {
        Rejection(code, action: action, message: message)
    }
}

extension Action {
    /// Whether it may shift places.
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
