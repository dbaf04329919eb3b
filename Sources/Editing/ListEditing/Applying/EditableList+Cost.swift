/// Estimates of the cost of an edit before it is applied, for a server that decides where to run
/// it.
extension EditableList {
    /// The approximate size in bytes of title, rules, sections and rows as stored JSON, escapes not
    /// counted.
    ///
    /// Every change updates it. It is an upper bound, mostly within a factor of 1.5.
    ///
    /// - Complexity: O(1).
    public var byteCount: Int { contents.byteCount }

    /// Estimates the CPU time of applying an edit, in microseconds of one core.
    ///
    /// Counts what the actions name, the rows and sections that are deleted with their parents,
    /// and, for places at an older base, the sets since. Mostly an overestimate, never less than
    /// half.
    ///
    /// - Complexity: O(a) for a actions, however many rows they name.
    public func cost(of edit: Edit) -> Int {
        var estimate = CostEstimate(self, base: edit.base ?? revision)
        for action in edit.actions { estimate.add(action, self) }
        return estimate.microseconds
    }

    /// Estimates the CPU time of finding one place that an edit at `base` names, in microseconds of one
    /// core; nil: more than 64 sets, large ones, or sets that are not in memory lie between.
    ///
    /// - Complexity: O(1).
    public func costOfPlace(at base: Int?) -> Int? {
        guard let base, base != revision else { return 0 }
        guard base >= history.start, base >= revision - 64, base < revision else { return nil }
        let weight = history.weight(after: base)
        return weight < 1_024 ? 2 * (revision - base) + weight / 16 : nil
    }

    /// Estimates the CPU time of `applyInverse`, in microseconds of one core.
    ///
    /// - Complexity: O(k) in the steps.
    public func cost(of inverse: Inverse) -> Int {
        var estimate = CostEstimate(self, base: revision)
        for step in inverse.steps { estimate.add(step, self) }
        return estimate.microseconds
    }

    /// The base of an edit if a place must be rebased from it and the list does not keep all sets
    /// since; nil: the edit can be applied, or rejected, without older sets.
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

/// The sum of the costs of the parts of an edit, in nanoseconds as measured on a core of 2020.
private struct CostEstimate {
    private let base: Int
    private let sections: Int
    /// The cost of reading the sets since the base, of looking many rows up in them, and of rolling
    /// the list back to the base.
    private let past: Int
    private let manyRows: Int
    private let listAtBase: Int
    private var nanoseconds = 2_000
    /// The cost of earlier actions, which the list at the base repeats.
    private var repeated = 0
    private var hasPast = false
    private var hasManyRows = false
    private var placed = 0
    private var hasListAtBase = false
    private var hasShifted = false
    private var changesSections = false
    /// The number of ids that earlier actions name, and whether they delete any.
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
        listAtBase = sets * 300 + weight * 2_500 + list.rowCount * 20
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

    /// The number of ids that an action names, and its cost without that of rebasing its place.
    private mutating func work(of action: Action, _ list: EditableList) -> (ids: Int, own: Int) {
        switch action {
        case .insertRow(_, let fields, _, _): return (1, 5_000 + fields.count * 100)
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
            // The order before the deletion is stored.
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

    /// Adds the cost of rebasing a place.
    private mutating func add(_ target: Action.Target, _ ids: Int, _ list: EditableList) {
        switch target {
        case .none: return
        case .row(let target):
            switch target {
            case .start, .end, .unspecified: return
            case .index: if base == list.revision { return }
            case .before(let row), .after(let row):
                guard deletes || !list.contents.contains(row) else { return }
                // The mutations since the deletion of the row are searched.
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
        if !hasListAtBase {
            hasListAtBase = true
            nanoseconds += listAtBase
        }
        // The list at the base repeats the earlier actions, and rows that they name are skipped.
        nanoseconds += 2_000 + repeated + named * 20
        repeated = 0
    }
}

extension Action {
    /// The target of an action that places something.
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
