package import ListEditing

/// The rules of `PositionsAndClamping.md`, `UndoAndRedo.md` and `Protocol.md` as plain arrays: what an edit must make of a list.
///
/// The model is written from the rules alone, not from the editing core, so that a mistake in one
/// shows as a difference from the other. It keeps the state at every revision. Actions are here,
/// from `apply` downwards; `ModelList+Places.swift` finds the place that a target means.
///
/// Complexity: every action is O(n) in the rows of the list, or worse.
package struct ModelList: Sendable {
    /// A place that was clamped: the path of a row or the index of a section, and why.
    package typealias Clamped = (path: IndexPath?, section: Int?, why: ClampReason)

    package var title = ""
    package var rules = Rules()
    package var sections: [ModelSection] = []
    /// The current revision.
    package private(set) var revision: Int
    /// The revision of the first state that is known.
    package let origin: Int
    /// `past[n]`: the state at revision `origin + n`.
    private var past: [ModelState]
    /// `displaced[n]`: the ids of rows and sections (with `#`) that set `origin + n` moved or deleted.
    ///
    /// An index of a stale base is not rebased along them.
    private var displaced: [Set<String>] = [[]]
    /// The ids that the current edit deleted; those of sections with a leading `#`.
    private var deletedIDs: Set<String> = []
    /// Where each row that the current edit deleted stood.
    private(set) var deletedRows: [RowID: DeletedRow] = [:]
    /// The order of sections before the current edit deleted a section.
    private(set) var deletedSections: [SectionID: [SectionID]] = [:]
    /// The clamps that the current edit reports.
    package private(set) var clamps: [Clamped] = []

    /// The section of a deleted row, and the rows that stood after it.
    struct DeletedRow {
        var section: SectionID
        var after: [RowID]
    }

    package init(_ state: ModelState, revision: Int = 0) {
        self.revision = revision
        origin = revision
        past = [state]
        (title, rules, sections) = (state.title, state.rules, state.sections)
    }

    package init(_ state: ListState) { self.init(ModelState(state)) }

    // MARK: Revisions

    /// The current state.
    package var state: ModelState { ModelState(title: title, rules: rules, sections: sections) }

    /// The state at a revision; nil where it is not known.
    package func state(at revision: Int) -> ModelState? {
        past.indices.contains(revision - origin) ? past[revision - origin] : nil
    }

    /// The list as it was at a revision, so that an edit can be applied there.
    package func rewound(to revision: Int) -> ModelList? {
        guard let state = state(at: revision) else { return nil }
        var list = self
        list.revision = revision
        (list.title, list.rules, list.sections) = (state.title, state.rules, state.sections)
        return list
    }

    /// Makes the current state the next revision.
    ///
    /// - Parameter ids: The rows and sections that the change moved or deleted.
    package mutating func commit(displaced ids: Set<String>) {
        revision += 1
        past.append(state)
        displaced.append(ids)
    }

    /// Makes the given state the next revision.
    mutating func advance(to state: ModelState, displaced ids: Set<String>) {
        (title, rules, sections) = (state.title, state.rules, state.sections)
        commit(displaced: ids)
    }

    /// The list at `base`, with those of the actions applied that can be applied there.
    func atBase(_ base: Int, _ earlier: [Action]) -> ModelList {
        guard let state = state(at: base) else { return self }
        var list = ModelList(state)
        for action in earlier {
            let before = list
            do { try list.perform(action, earlier: [], 0) } catch { list = before }
        }
        return list
    }

    /// The ids that the sets after `base` moved or deleted.
    func displaced(since base: Int) -> Set<String> {
        displaced[(base - origin + 1)...(revision - origin)].reduce(into: []) { $0.formUnion($1) }
    }

    // MARK: Lookup

    func find(_ row: RowID) -> (Int, Int)? {
        for (s, section) in sections.enumerated() {
            if let r = section.rows.firstIndex(where: { $0.id == row }) { return (s, r) }
        }
        return nil
    }

    func sectionIndex(_ id: SectionID) -> Int? { sections.firstIndex { $0.id == id } }

    // MARK: Edits

    /// Applies an edit as a whole or not at all; the revision stays until ``commit(displaced:)``.
    package mutating func apply(_ edit: Edit) throws(ModelRefusal) {
        let before = self
        deletedIDs = []
        deletedRows = [:]
        deletedSections = [:]
        clamps = []
        let base = edit.base ?? revision
        do {
            for number in edit.actions.indices {
                try perform(edit.actions[number], earlier: Array(edit.actions[..<number]), base)
            }
        } catch {
            self = before
            throw error
        }
    }

    private mutating func perform(
        _ action: Action, earlier: [Action], _ base: Int
    ) throws(ModelRefusal) {
        switch action {
        case .insertRow(let id, let fields, let rowRules, let target):
            guard let id else { throw ModelRefusal(code: .badAction) }
            if find(id) != nil || deletedIDs.contains(id.text) {
                throw ModelRefusal(code: .duplicateID)
            }
            let place = try place(target, [], earlier, base)
            let own = sections[place.section].rules
            if rules.insertable == false || own.insertable == false {
                throw ModelRefusal(code: .insertDisabled)
            }
            if let most = own.maxRows, sections[place.section].rows.count >= most {
                throw ModelRefusal(code: .sectionFull)
            }
            if let most = rules.maxRows, sections.reduce(0, { $0 + $1.rows.count }) >= most {
                throw ModelRefusal(code: .listFull)
            }
            let (at, why) = clamp(place, rowRules.pinned, home: nil, [])
            sections[at.section].rows.insert(
                Row(id: id, fields: fields, rules: rowRules), at: at.row)
            report(why, place, at)
        case .updateRow(let id, let fields, let change, _):
            guard let (s, r) = find(id) else { throw ModelRefusal(code: .unknownRow) }
            if !fields.isEmpty, !allows(s, r, \.editable) {
                throw ModelRefusal(code: .editDisabled)
            }
            var row = sections[s].rows[r]
            for field in fields { row.fields[field.name] = field.value }
            let old = row.rules.pinned
            row.rules.set(change)
            sections[s].rows[r] = row
            if row.rules.pinned != old {
                sections[s].rows.remove(at: r)
                // The near edge: the first place of the new band coming from above, else the last.
                let fromAbove = old == .top || (old == nil && row.rules.pinned == .bottom)
                let (at, _) = clamp(
                    ModelPlace(section: s, row: fromAbove ? 0 : sections[s].rows.count),
                    row.rules.pinned, home: nil, [])
                sections[s].rows.insert(row, at: at.row)
            }
        case .deleteRows(let ids):
            for id in ids {
                if let (s, r) = find(id), !deletable(s, r) {
                    throw ModelRefusal(code: .deleteDisabled)
                }
            }
            for id in ids {
                guard let (s, r) = find(id) else { continue }
                noteDeletion(s, r)
                sections[s].rows.remove(at: r)
            }
        case .moveRow(let id, let target):
            guard find(id) != nil else { throw ModelRefusal(code: .unknownRow) }
            try move([id], target, earlier, base)
        case .moveRows(let ids, let target):
            let moving = sections.flatMap(\.rows).map(\.id).filter { ids.contains($0) }
            if !moving.isEmpty { try move(moving, target, earlier, base) }
        default: try performOnSections(action, earlier, base)
        }
    }

    // MARK: Rows

    private mutating func move(
        _ ids: [RowID], _ target: RowTarget, _ earlier: [Action], _ base: Int
    ) throws(ModelRefusal) {
        let spots = ids.compactMap { find($0) }
        for (s, r) in spots where !allows(s, r, \.reorderable) {
            throw ModelRefusal(code: .moveDisabled)
        }
        let rows = spots.map { sections[$0.0].rows[$0.1] }
        let pin = rows[0].rules.pinned
        if rows.contains(where: { $0.rules.pinned != pin }) {
            throw ModelRefusal(code: .moveDisabled)
        }
        let asked = try place(target, Set(ids), earlier, base)
        let isBound =
            rules.moveScope == .section || pin != nil
            || sections[asked.section].rules.reorderable == false
        if isBound, spots.contains(where: { $0.0 != spots[0].0 }) {
            throw ModelRefusal(code: .moveDisabled)
        }
        let (at, why) = clamp(
            asked, pin, home: isBound ? spots[0].0 : asked.section, Set(ids))
        let coming = spots.count { $0.0 != at.section }
        if coming > 0, let most = sections[at.section].rules.maxRows,
            sections[at.section].rows.count + coming > most
        {
            throw ModelRefusal(code: .sectionFull)
        }
        let before = sections
        for s in sections.indices { sections[s].rows.removeAll { ids.contains($0.id) } }
        sections[at.section].rows.insert(contentsOf: rows, at: at.row)
        if sections != before { forgetNeighbours(ids) }
        report(why, asked, at)
    }

    private func allows(_ s: Int, _ r: Int, _ rule: KeyPath<Rules, Bool?>) -> Bool {
        let row = sections[s].rows[r].rules
        let own =
            rule == \.editable ? row.editable : rule == \.deletable ? row.deletable : row.movable
        return rules[keyPath: rule] != false && sections[s].rules[keyPath: rule] != false
            && own != false
    }

    private func deletable(_ s: Int, _ r: Int) -> Bool {
        allows(s, r, \.editable) && allows(s, r, \.deletable)
    }

    /// Records where a row stands that is about to be deleted.
    private mutating func noteDeletion(_ s: Int, _ r: Int) {
        let rows = sections[s].rows.map(\.id)
        deletedRows[rows[r]] = DeletedRow(section: sections[s].id, after: Array(rows[(r + 1)...]))
        deletedIDs.insert(rows[r].text)
    }

    /// Removes rows that moved from the neighbours of deleted rows: they no longer mark the place.
    private mutating func forgetNeighbours(_ ids: [RowID]) {
        for key in deletedRows.keys { deletedRows[key]?.after.removeAll { ids.contains($0) } }
    }

    /// Records a clamp, unless the target did not name a place.
    private mutating func report(_ why: ClampReason?, _ asked: ModelPlace, _ at: ModelPlace) {
        guard let why, asked.isNamed || why == .scope else { return }
        clamps.append((IndexPath(section: at.section, row: at.row), nil, why))
    }

    // MARK: Sections

    private mutating func performOnSections(_ action: Action, _ earlier: [Action], _ base: Int)
        throws(ModelRefusal)
    {
        switch action {
        case .insertSection(let id, let title, let rules, let target):
            guard let id else { throw ModelRefusal(code: .badAction) }
            if sectionIndex(id) != nil || deletedIDs.contains("#\(id.text)") {
                throw ModelRefusal(code: .duplicateID)
            }
            let at = try placeSection(target, nil, earlier, base)
            sections.insert(
                ModelSection(id: id, title: title, rules: rules ?? Rules(), rows: []), at: at)
        case .updateSection(let id, let title, let rules):
            guard let s = sectionIndex(id) else { throw ModelRefusal(code: .unknownSection) }
            sections[s].title = title ?? sections[s].title
            sections[s].rules = rules ?? sections[s].rules
        case .deleteSections(let ids):
            for id in ids {
                guard let s = sectionIndex(id) else { continue }
                for r in sections[s].rows.indices where !deletable(s, r) {
                    throw ModelRefusal(code: .deleteDisabled)
                }
            }
            let order = sections.map(\.id)
            for id in ids {
                guard let s = sectionIndex(id) else { continue }
                for r in sections[s].rows.indices { noteDeletion(s, r) }
                deletedIDs.insert("#\(id.text)")
                deletedSections[id] = order
                sections.remove(at: s)
            }
        case .moveSection(let id, let target):
            guard let s = sectionIndex(id) else { throw ModelRefusal(code: .unknownSection) }
            let at = try placeSection(target, id, earlier, base)
            sections.insert(sections.remove(at: s), at: at)
        case .updateList(let title, let rules):
            self.title = title ?? self.title
            self.rules = rules ?? self.rules
        default: break
        }
    }

    /// The index that a target means, with a clamp recorded where the target is out of bounds.
    private mutating func placeSection(
        _ target: SectionTarget, _ moving: SectionID?, _ earlier: [Action], _ base: Int
    ) throws(ModelRefusal) -> Int {
        let (index, isClamped) = try sectionPlace(target, moving, earlier, base)
        if isClamped { clamps.append((nil, index, .bounds)) }
        return index
    }
}

/// The reason why the rules refuse an edit.
package struct ModelRefusal: Error {
    package var code: RejectCode
}
