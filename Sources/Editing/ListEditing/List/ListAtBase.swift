/// The list at the base of an edit, with the earlier actions of the edit applied.
///
/// An index in a later action counts in the list at the base after the earlier actions. If these
/// shift places, `PlacesAtBase` cannot tell where they lead at the base: the list is rolled back to
/// it, the earlier actions are repeated there, and the gap is found in the result. Actions that
/// cannot be applied at the base are left out.
struct ListAtBase {
    /// The list at the base; `advance(to:)` applies the actions.
    fileprivate(set) var list: EditableList
    fileprivate var transaction: Transaction
    /// The newest list before the edit.
    let before: Contents
    /// The same, in which rows that the edit has taken out of their sections count as placed by it, as far as they
    /// were met; nil: nothing was looked for.
    private var staying: Contents?
    /// Sections that sets after the base moved, inserted or deleted.
    private(set) var touchedSections: Set<SectionID> = []

    /// Rolls `list`, as it was before the edit, back to the base; nil if the inverse of a set in
    /// between is unknown.
    ///
    /// Rows that sets after the base placed get a stamp greater than the base.
    init?(_ list: EditableList, _ transaction: Transaction) {
        self.list = list
        before = list.contents
        self.transaction = Transaction(
            base: transaction.base, actions: transaction.actions, limits: transaction.limits,
            author: transaction.author, at: transaction.at)
        for number in stride(from: list.revision, to: transaction.base, by: -1) {
            let entry = list.history[number]
            guard let inverse = entry.inverse else { return nil }
            self.list.contents.apply(inverse)
            note(entry.changes, inverse)
        }
        self.list.rewind(to: transaction.base)
    }

    /// The order of sections before an earlier action of the edit deleted this one; nil: none did.
    func orderBeforeDeletion(of section: SectionID) -> [SectionID]? {
        transaction.deletedSections[section]
    }

    /// Records the sections that a set touched, and stamps the rows that its inverse restored.
    private mutating func note(_ set: ChangeSet, _ inverse: Inverse) {
        touchedSections.formUnion(set.movedSections.map(\.section))
        touchedSections.formUnion(set.insertedSections.map(\.section))
        touchedSections.formUnion(set.deletedSections.map(\.section))
        let newer = transaction.base + 1
        for step in inverse.steps {
            switch step {
            case .restoreRow(let row, _, _): list.contents.raiseStamp(of: row.id, to: newer)
            case .restoreSection(let section, _):
                for row in section.rows { list.contents.raiseStamp(of: row.id, to: newer) }
            default: break
            }
        }
    }

    /// Applies the actions of the edit before `action`, without those that cannot be applied.
    mutating func advance(to action: Int) {
        while transaction.action < action {
            let mark = transaction.log.count
            var next = transaction.actions[transaction.action]
            if case .updateRow(let row, let fields, let rules, _) = next {
                next = .updateRow(row: row, fields: fields, rules: rules, ifRevision: nil)
            }
            do {
                try list.perform(next, &transaction)
            } catch {
                list.contents.rollBack(transaction.log[mark...])
                transaction.log.removeSubrange(mark...)
                transaction.placements = Placements()
            }
            // It may have put them back where they stood.
            for row in next.rowsPlaced { staying?.takeStamp(of: row, from: before) }
            transaction.advance(to: transaction.action + 1)
        }
    }

    /// The first row after a gap in the newest list before the edit that no set after `base` placed and that is
    /// still in its section; nil: there is none.
    ///
    /// - Parameters:
    ///   - moving: The rows that are being moved, which do not count.
    ///   - now: The list as it is now.
    /// - Returns: Its index in the section now.
    /// - Complexity: O(n) once for an edit, then amortised O(log n): a row that has left its section is passed over
    ///   once after each action that names it.
    mutating func nextRow(
        after gap: Int, of section: SectionID, placedBy base: Int, moving: MovingRows,
        in now: Contents
    ) -> Int? {
        // Taken out while it changes, so that it is copied once.
        var rows = staying ?? before
        staying = nil
        defer { staying = rows }
        guard let old = rows.slot(of: section), let slot = now.slot(of: section) else {
            return nil
        }
        var from = gap
        while let row = rows.firstRow(slot: old, from: from, placedBy: base) {
            let id = rows[slot: old, row: row].id
            from = row + 1
            guard !moving.contains(id) else { continue }
            if let rank = now.rank(id), rank.slot == slot { return rank.row }
            rows.raiseStamp(of: id, to: .max)
        }
        return nil
    }
}

extension Action {
    /// The rows that the action may put into a section.
    fileprivate var rowsPlaced: [RowID] {
        switch self {
        case .insertRow(let row, _, _, _): row.map { [$0] } ?? []
        case .moveRow(let row, _): [row]
        case .moveRows(let rows, _): rows
        case .updateRow, .deleteRows, .insertSection, .updateSection, .deleteSections,
            .moveSection, .updateList:
            []
        }
    }
}

/// Rebasing through the list at the base: the gap is found there by its neighbours, then in this
/// list.
extension EditableList {
    /// Makes the list at the base, once for an edit, and applies the earlier actions to it.
    ///
    /// - Throws: `staleBase`.
    /// - Complexity: O(n), and the cost of rolling back the sets since the base.
    func loadListAtBase(_ transaction: inout Transaction) throws(Rejection) {
        try checkBase(transaction)
        if transaction.listsAtBase.isEmpty {
            var before = self
            before.contents.rollBack(transaction.log)
            guard let atBase = ListAtBase(before, transaction) else {
                throw staleBase(transaction)
            }
            transaction.listsAtBase = [atBase]
        }
        transaction.listsAtBase[0].advance(to: transaction.action)
    }

    /// Rebases an index that counts in the list at the base.
    mutating func rebaseThroughListAtBase(
        section: SectionID, row: Int, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        try loadListAtBase(&transaction)
        var atBase = transaction.listsAtBase.removeLast()
        defer { transaction.listsAtBase = [atBase] }
        let slot = try existingSlot(section, transaction)
        guard let old = atBase.list.contents.slot(of: section) else {
            let end = contents.count(slot: slot) - moving.count(slot: slot)
            return ProposedPlace(slot: slot, row: end, isBounded: row != 0)
        }
        let there = MovingRows(moving.rows.map(\.id), in: atBase.list.contents)
        return rebase(
            ProposedPlace(slot: old, row: row), there, from: &atBase, to: slot, moving: moving)
    }

    /// Rebases the gap of a deleted row; nil if the list at the base does not have the row either.
    mutating func rebaseThroughListAtBase(
        deleted row: RowID, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace? {
        try loadListAtBase(&transaction)
        var atBase = transaction.listsAtBase.removeLast()
        defer { transaction.listsAtBase = [atBase] }
        let ids = moving.rows.map(\.id)
        let place: ProposedPlace
        let there: MovingRows
        if let rank = atBase.list.contents.rank(row) {
            there = MovingRows(ids + [row], in: atBase.list.contents)
            place = ProposedPlace(
                slot: rank.slot, row: there.without(slot: rank.slot, row: rank.row))
        } else if atBase.list.isDeleted(row, atBase.transaction) {
            there = MovingRows(ids, in: atBase.list.contents)
            place = try atBase.list.rebaseThroughLog(
                row, moving: there, &atBase.transaction)
        } else {
            return nil
        }
        let section = atBase.list.contents.sectionID(slot: place.slot)
        guard let slot = contents.slot(of: section) else {
            throw transaction.reject(
                .unknownRow, "row \(row.text) is gone with section \(section.text)")
        }
        return rebase(place, there, from: &atBase, to: slot, moving: moving)
    }

    /// Converts a gap in the list at the base, counted without the moving rows `there`, to the gap
    /// in this list.
    private func rebase(
        _ place: ProposedPlace, _ there: MovingRows, from atBase: inout ListAtBase,
        to slot: Int, moving: MovingRows
    ) -> ProposedPlace {
        let count = atBase.list.contents.count(slot: place.slot)
        let end = count - there.count(slot: place.slot)
        let row = min(max(0, place.row), end)
        let kept = RemainingPlaces(there.rows.filter { $0.slot == place.slot }.map(\.row))
        func id(_ row: Int) -> RowID { atBase.list.contents[slot: place.slot, row: row].id }
        let start = row == end ? count : kept.place(row)
        let isBounded = row != place.row
        let previous = row == 0 ? nil : id(kept.place(row - 1))
        let next = row == end ? nil : id(start)
        if let gap = gap(between: previous, and: next, slot: slot, moving: moving) {
            return ProposedPlace(slot: slot, row: gap, isBounded: isBounded)
        }
        var from = start
        while let found = atBase.list.contents.firstRow(
            slot: place.slot, from: from, placedBy: atBase.transaction.base)
        {
            let id = id(found)
            if !there.contains(id), let rank = contents.rank(id), rank.slot == slot {
                return ProposedPlace(
                    slot: slot, row: moving.without(slot: slot, row: rank.row),
                    isBounded: isBounded)
            }
            from = found + 1
        }
        let last = contents.count(slot: slot) - moving.count(slot: slot)
        return ProposedPlace(slot: slot, row: last, isBounded: isBounded)
    }
}
