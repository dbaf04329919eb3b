/// What edits will take, told before they are made: for a server that decides where to run them.
extension EditableList {
    /// About the bytes that title, rules, sections and rows take as stored JSON, escapes not counted.
    ///
    /// Every change keeps it up to date. It is an upper bound, mostly within a factor of 1.5.
    ///
    /// - Complexity: O(1).
    public var byteCount: Int { contents.byteCount }

    /// Estimates the work of applying an edit, in units of about a microsecond of one core.
    ///
    /// Counts what the actions name, the rows and sections that deletions take along, and, for places
    /// at an older base, the sets since. Mostly more than what it takes, never less than half.
    ///
    /// - Complexity: O(a) for a actions, however many rows they name.
    public func cost(of edit: Edit) -> Int {
        var estimate = CostEstimate(self, base: edit.base ?? revision)
        for action in edit.actions { estimate.add(action, self) }
        return estimate.microseconds
    }

    /// Estimates the work of finding one place that an edit at `base` names, in the units of
    /// `cost(of:)`; nil: so many sets were made since, or are not in memory, that it must be told by the
    /// edit.
    ///
    /// - Complexity: O(1).
    public func costOfPlace(at base: Int?) -> Int? {
        guard let base, base != revision else { return 0 }
        guard base >= history.start, base >= revision - 64, base < revision else { return nil }
        let weight = history.weight(after: base)
        return weight < 1_024 ? 2 * (revision - base) + weight / 16 : nil
    }

    /// Estimates the work of `applyInverse`, in the units of `cost(of:)` for edits.
    ///
    /// - Complexity: O(k) in the steps.
    public func cost(of inverse: Inverse) -> Int {
        var estimate = CostEstimate(self, base: revision)
        for step in inverse.steps { estimate.add(step, self) }
        return estimate.microseconds
    }

    /// The base of an edit from which older sets than the list keeps are needed, because a place must
    /// be carried from it; nil: the edit can be applied, or refused, without.
    ///
    /// - Complexity: O(k log n) for the k ids named; O(1) where the base is not older than
    ///   `historyStart`.
    public func historyNeeded(by edit: Edit) -> Int? {
        guard let base = edit.base, base < history.start else { return nil }
        var coming: Set<RowID> = []
        var comingSections: Set<SectionID> = []
        var going: Set<RowID> = []
        var goingSections: Set<Int> = []
        func isThere(_ row: RowID) -> Bool {
            if going.contains(row) { return false }
            guard let rank = contents.rank(row) else { return coming.contains(row) }
            return !goingSections.contains(rank.slot)
        }
        func isThere(_ section: SectionID) -> Bool {
            guard let slot = contents.slot(of: section) else {
                return comingSections.contains(section)
            }
            return !goingSections.contains(slot)
        }
        for action in edit.actions {
            switch action.target {
            case .row(.index), .section(.index): return base
            case .row(.before(let row)), .row(.after(let row)):
                if !isThere(row) { return base }
            case .section(.before(let section)), .section(.after(let section)):
                if !isThere(section) { return base }
            default: break
            }
            switch action {
            case .insertRow(let row?, _, _, _): coming.insert(row)
            case .insertSection(let section?, _, _, _): comingSections.insert(section)
            case .deleteRows(let rows): going.formUnion(rows)
            case .deleteSections(let sections):
                goingSections.formUnion(sections.compactMap { contents.slot(of: $0) })
                comingSections.subtract(sections)
            default: break
            }
        }
        return nil
    }
}

/// Adds up what the parts of an edit take, in nanoseconds as measured on a core of 2020.
private struct CostEstimate {
    private let base: Int
    private let sections: Int
    /// Of reading the sets since the base, of looking many rows up in them, and of rolling the list
    /// back to it.
    private let past: Int
    private let manyRows: Int
    private let simulation: Int
    private var nanoseconds = 2_000
    /// What earlier actions take, which the simulation does again.
    private var repeated = 0
    private var hasPast = false
    private var hasManyRows = false
    private var placed = 0
    private var hasSimulation = false
    private var hasShifted = false
    private var changesSections = false
    /// The ids that earlier actions name, and whether they delete any.
    private var named = 0
    private var deletes = false

    init(_ list: EditableList, base: Int) {
        self.base = base
        sections = list.contents.order.count
        let isKnown = base < list.revision && base >= list.history.start
        let sets = isKnown ? list.revision - base : 0
        let weight = isKnown ? list.history.weight(after: base) : 0
        let steps = Int.bitWidth - sets.leadingZeroBitCount
        past = sets * 1_500 + weight * 60
        manyRows = weight * (400 + steps * 60)
        simulation = sets * 300 + weight * 2_500 + list.rowCount * 20
    }

    var microseconds: Int { nanoseconds / 1_000 }

    mutating func add(_ action: Action, _ list: EditableList) {
        let (ids, own) = work(of: action, list)
        add(action.target, ids, list)
        nanoseconds += own
        repeated += own
        named += ids
        switch action {
        case .updateRow(_, _, let rules, _): hasShifted = hasShifted || rules.pinned != .keep
        case .updateSection, .updateList: break
        case .deleteRows, .deleteSections:
            deletes = true
            hasShifted = true
        default: hasShifted = true
        }
    }

    mutating func add(_ step: InverseStep, _ list: EditableList) {
        switch step {
        case .restoreSection(let section, _):
            addSections(1)
            nanoseconds += section.rows.count * 7_000
        case .moveSection, .deleteSection: addSections(1)
        case .updateRow(_, let fields, _): nanoseconds += 4_000 + fields.count * 2_000
        case .deleteRow, .restoreRow, .moveRow: nanoseconds += 8_000
        case .updateSection, .updateList: nanoseconds += 2_000
        }
    }

    /// The ids that an action names, and what it takes beside carrying its place.
    private mutating func work(of action: Action, _ list: EditableList) -> (ids: Int, own: Int) {
        switch action {
        case .insertRow(_, let fields, _, _): return (1, 5_000 + fields.entries.count * 100)
        case .updateRow(_, let fields, _, _): return (1, 4_000 + fields.count * 2_000)
        case .deleteRows(let rows): return (rows.count, rows.count * 6_000)
        case .moveRow: return (1, 11_000)
        case .moveRows(let rows, _): return (rows.count, rows.count * 8_000)
        case .insertSection, .moveSection:
            addSections(1)
            return (1, 0)
        case .updateSection, .updateList: return (1, 2_000)
        case .deleteSections(let ids):
            addSections(ids.count)
            // The order before it is kept.
            nanoseconds += sections * 10
            var rows = 0
            for id in ids {
                if let slot = list.contents.slot(of: id) { rows += list.contents.count(slot: slot) }
            }
            return (ids.count, rows * 600)
        }
    }

    private mutating func addSections(_ count: Int) {
        if !changesSections {
            changesSections = true
            nanoseconds += sections * 800
        }
        nanoseconds += count * (2_000 + sections * 3)
    }

    /// Adds what it takes to carry a place.
    private mutating func add(_ target: Action.Target, _ ids: Int, _ list: EditableList) {
        switch target {
        case .none: return
        case .row(let target):
            switch target {
            case .start, .end, .unspecified: return
            case .index: if base == list.revision { return }
            case .before(let row), .after(let row):
                guard deletes || !list.contents.contains(row) else { return }
                // The mutations since the row was deleted are looked through.
                nanoseconds += named * 100
                if base == list.revision { return }
            }
        case .section(let target):
            switch target {
            case .start, .end, .unspecified: return
            case .index: if base == list.revision { return }
            case .before(let section), .after(let section):
                guard deletes || list.contents.slot(of: section) == nil else { return }
                nanoseconds += sections * 100
                if base == list.revision { return }
            }
            nanoseconds += sections * 60
        }
        if !hasPast {
            hasPast = true
            nanoseconds += past
        }
        placed += 1
        if !hasManyRows, ids > 4 || placed > 4 {
            hasManyRows = true
            nanoseconds += manyRows
        }
        nanoseconds += 3_000 + ids * 1_000
        guard hasShifted else { return }
        if !hasSimulation {
            hasSimulation = true
            nanoseconds += simulation
        }
        // The simulation goes through the earlier actions, and rows that they name are passed over.
        nanoseconds += 2_000 + repeated + named * 20
        repeated = 0
    }
}

extension Action {
    /// Where an action places something.
    fileprivate enum Target {
        case row(RowTarget)
        case section(SectionTarget)
        case none
    }

    fileprivate var target: Target {
        switch self {
        case .insertRow(_, _, _, let target), .moveRow(_, let target), .moveRows(_, let target):
            .row(target)
        case .insertSection(_, _, _, let target), .moveSection(_, let target): .section(target)
        case .updateRow, .deleteRows, .updateSection, .deleteSections, .updateList: .none
        }
    }
}
