/// The place in the newest list that a `RowTarget` means, rebased if it was written for an older
/// revision (<doc:PositionsAndClamping>).
///
/// A neighbour that is in the list needs no rebasing. An index at an older base, and a neighbour
/// that was deleted, is a gap between two rows of the list at the base. There are three ways to
/// rebase it: through the sets since the base (`PlacesAtBase`), which is the usual one; through the
/// list at the base (`ListAtBase`) if earlier actions of the same edit have shifted places; and
/// through the log of the edit itself for a row that the edit deleted.
extension EditableList {
    /// Returns the place that a target means, before clamping.
    ///
    /// - Throws: `unknownSection`, `unknownRow`, `staleBase`.
    /// - Complexity: O(log n); for a place that has to be rebased, that of `PlacesAtBase.rebase`.
    mutating func propose(
        _ target: RowTarget, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        switch target {
        case .index(let section, let row):
            let slot = try existingSlot(section, transaction)
            if transaction.base == revision { return ProposedPlace(slot: slot, row: row) }
            return try rebase(section: section, row: row, moving: moving, &transaction)
        case .start(let section):
            return ProposedPlace(
                slot: try existingSlot(section, transaction), row: 0, isNamed: false)
        case .end(let section):
            return end(of: try existingSlot(section, transaction), moving)
        case .unspecified:
            guard let slot = contents.order.last else {
                throw transaction.reject(.unknownSection, "to: the list has no section")
            }
            return end(of: slot, moving)
        case .before(let row):
            guard let rank = contents.rank(row) else {
                return try rebase(deleted: row, moving: moving, &transaction)
            }
            // A neighbour that moves itself means the next row that does not: counted without the
            // moving rows, both are the same gap.
            return ProposedPlace(
                slot: rank.slot, row: moving.without(slot: rank.slot, row: rank.row))
        case .after(let row):
            guard let rank = contents.rank(row) else {
                return try rebase(deleted: row, moving: moving, &transaction)
            }
            return ProposedPlace(
                slot: rank.slot, row: moving.without(slot: rank.slot, row: rank.row + 1))
        }
    }

    private func end(of slot: Int, _ moving: MovingRows) -> ProposedPlace {
        let row = contents.count(slot: slot) - moving.count(slot: slot)
        return ProposedPlace(slot: slot, row: row, isNamed: false)
    }

    /// Returns the gap between two neighbours that are still side by side, counted without the
    /// moving rows; nil if they are not.
    ///
    /// A nil neighbour is the boundary of the section.
    func gap(
        between previous: RowID?, and next: RowID?, slot: Int, moving: MovingRows
    ) -> Int? {
        let count = contents.count(slot: slot) - moving.count(slot: slot)
        func place(_ row: RowID) -> Int? {
            guard !moving.contains(row), let rank = contents.rank(row), rank.slot == slot
            else { return nil }
            return moving.without(slot: slot, row: rank.row)
        }
        let before: Int?
        if let previous { before = place(previous).map { $0 + 1 } } else { before = 0 }
        let after: Int?
        if let next { after = place(next) } else { after = count }
        return before == after ? before : nil
    }

    /// Throws `staleBase` unless places can be rebased from the base.
    func checkBase(_ transaction: Transaction) throws(Rejection) {
        if transaction.base > revision || transaction.base < history.start {
            throw transaction.reject(
                .staleBase,
                "to: the place cannot be rebased from revision \(transaction.base); history"
                    + " reaches from \(history.start) to \(revision)")
        }
    }

    // MARK: An index

    /// Rebases an index to the newest list.
    private mutating func rebase(
        section: SectionID, row: Int, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        try checkBase(transaction)
        if transaction.hasShifted {
            return try rebaseThroughListAtBase(
                section: section, row: row, moving: moving, &transaction)
        }
        loadPlacesAtBase(&transaction)
        guard
            let rebased = transaction.placesAtBase[0].rebase(
                section: section, row: row, excluding: nil, moving: moving, in: contents,
                history, since: transaction.base)
        else { throw staleBase(transaction) }
        return try resolve(rebased, moving: moving, since: transaction.base, &transaction)
    }

    // MARK: A neighbour that was deleted

    /// Rebases the gap that a deleted row left.
    private mutating func rebase(
        deleted row: RowID, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        if transaction.base != revision {
            // Whether the row ever existed needs history, unless this edit itself deleted it.
            if !isDeleted(row, transaction) { try checkBase(transaction) }
            guard transaction.base <= revision, transaction.base >= history.start else {
                throw staleBase(transaction)
            }
            if transaction.hasShifted {
                let place = try rebaseThroughListAtBase(deleted: row, moving: moving, &transaction)
                if let place { return place }
            }
            if let place = try rebaseFromHistory(row, moving: moving, &transaction) {
                return place
            }
        }
        guard isDeleted(row, transaction) else {
            throw transaction.reject(.unknownRow, "row \(row.text) is not in the list")
        }
        return try rebaseThroughLog(row, moving: moving, &transaction)
    }

    /// The rejection of a place that history cannot rebase.
    func staleBase(_ transaction: Transaction) -> Rejection {
        transaction.reject(
            .staleBase, "to: the place cannot be rebased from revision \(transaction.base)")
    }

    /// Reads the sets since the base, once for an edit.
    ///
    /// - Complexity: that of `PlacesAtBase`.
    func loadPlacesAtBase(_ transaction: inout Transaction) {
        guard transaction.placesAtBase.isEmpty else { return }
        transaction.placesAtBase = [
            PlacesAtBase(
                history, from: revision, to: transaction.base,
                order: transaction.sectionsBefore ?? contents.sectionIDs,
                wanted: Set(transaction.actions.compactMap(\.neighbouringSection)))
        ]
    }

    /// Rebases the gap of a row that was deleted since the base; nil if no set names the row.
    private mutating func rebaseFromHistory(
        _ row: RowID, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace? {
        loadPlacesAtBase(&transaction)
        var base = transaction.base
        var origin = firstMention(of: row, since: base, &transaction)
        if origin == nil, let deletion = transaction.placesAtBase[0].deletion(of: row, in: history)
        {
            // Inserted and deleted since the base: the gap is that of its deletion.
            base = deletion - 1
            origin = firstMention(of: row, since: base, &transaction)
        }
        guard let origin else {
            if transaction.placesAtBase[0].hasUnknownRows { throw staleBase(transaction) }
            return nil
        }
        guard contents.slot(of: origin.section) != nil else {
            throw transaction.reject(
                .unknownRow, "row \(row.text) is gone with section \(origin.section.text)")
        }
        guard let rebased = rebase(origin, moving, since: base, &transaction) else {
            throw staleBase(transaction)
        }
        return try resolve(rebased, moving: moving, since: base, &transaction)
    }

    /// Where a row was at `base`, with the sections as they were before the edit.
    private func firstMention(
        of row: RowID, since base: Int, _ transaction: inout Transaction
    ) -> (section: SectionID, row: Int)? {
        if transaction.hasShifted, let before = transaction.listsAtBase.first?.before {
            return transaction.placesAtBase[0].firstMention(
                of: row, since: base, in: history, before)
        }
        return transaction.placesAtBase[0].firstMention(of: row, since: base, in: history, contents)
    }

    /// Rebases the gap of a row that is deleted to the newest list before the edit.
    private func rebase(
        _ origin: (section: SectionID, row: Int), _ moving: MovingRows, since base: Int,
        _ transaction: inout Transaction
    ) -> RebasedPlace? {
        if transaction.hasShifted, let before = transaction.listsAtBase.first?.before {
            return transaction.placesAtBase[0].rebase(
                section: origin.section, row: origin.row, excluding: origin.row,
                moving: MovingRows(moving.rows.map(\.id), in: before), in: before, history,
                since: base)
        }
        return transaction.placesAtBase[0].rebase(
            section: origin.section, row: origin.row, excluding: origin.row, moving: moving,
            in: contents, history, since: base)
    }

    /// Converts a gap in the newest list before the edit to a place in the list as it is now.
    private mutating func resolve(
        _ rebased: RebasedPlace, moving: MovingRows, since base: Int,
        _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        guard let slot = contents.slot(of: rebased.section) else {
            throw transaction.reject(
                .unknownSection, "section \(rebased.section.text) is not in the list")
        }
        if let gap = gap(
            between: rebased.previous, and: rebased.next, slot: slot, moving: moving)
        {
            return ProposedPlace(slot: slot, row: gap, isBounded: rebased.isBounded)
        }
        let next = nextRow(after: rebased, slot, moving, since: base, &transaction)
        let end = contents.count(slot: slot) - moving.count(slot: slot)
        return ProposedPlace(
            slot: slot, row: next.map { moving.without(slot: slot, row: $0) } ?? end,
            isBounded: rebased.isBounded)
    }

    /// The first row after a gap that has stood there since `base`; nil: there is none.
    ///
    /// - Parameter slot: The section's.
    private mutating func nextRow(
        after rebased: RebasedPlace, _ slot: Int, _ moving: MovingRows, since base: Int,
        _ transaction: inout Transaction
    ) -> Int? {
        // Earlier actions of the edit may have moved rows past the gap, which count as they stood before.
        if transaction.hasShifted, !transaction.listsAtBase.isEmpty {
            return transaction.listsAtBase[0].nextRow(
                after: rebased.gap, of: rebased.section, placedBy: base, moving: moving,
                in: contents)
        }
        var from = rebased.gap
        while let row = contents.firstRow(slot: slot, from: from, placedBy: base) {
            if !moving.contains(contents[slot: slot, row: row].id) { return row }
            from = row + 1
        }
        return nil
    }

    /// Rebases the gap of a row that this edit deleted through the log of the edit.
    ///
    /// - Complexity: O(m) in the mutations of the edit since, and the rows that these placed there.
    func rebaseThroughLog(
        _ row: RowID, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        guard let mutation = transaction.deletedRows[row],
            case .removedRow(_, let section, let place) = transaction.log[mutation],
            let slot = contents.slot(of: section)
        else {
            throw transaction.reject(.unknownRow, "row \(row.text) is gone with its section")
        }
        let gap = shift(place, section: section, through: transaction.log[(mutation + 1)...])
        transaction.placements.note(transaction.log)
        let found = contents.scanRows(slot: slot, from: gap) { record, _ in
            moving.contains(record.id)
                || transaction.placements.isPlaced(record.id, after: mutation)
        }
        let end = contents.count(slot: slot)
        return ProposedPlace(slot: slot, row: moving.without(slot: slot, row: found ?? end))
    }

    /// Shifts a gap by the mutations of this edit.
    private func shift(
        _ gap: Int, section: SectionID, through log: ArraySlice<Mutation>
    ) -> Int {
        var gap = gap
        for mutation in log {
            switch mutation {
            case .insertedRow(_, let place, let row):
                if row < gap, place == section { gap += 1 }
            case .removedRow(_, let place, let row):
                if row < gap, place == section { gap -= 1 }
            default: break
            }
        }
        return gap
    }
}

/// A gap between rows at a base, rebased to the newest list before the edit.
struct RebasedPlace {
    /// The section of the gap.
    let section: SectionID
    /// The row before the gap at the base; nil: the start of the section.
    let previous: RowID?
    /// The row after the gap at the base; nil: the end of the section.
    let next: RowID?
    /// The index in the newest list that divides the rows that were neither moved nor deleted since
    /// as the gap did.
    let gap: Int
    /// Whether the index was out of bounds.
    let isBounded: Bool
}

extension Action {
    /// The section that an action names as a neighbour.
    fileprivate var neighbouringSection: SectionID? {
        switch self {
        case .insertSection(_, _, _, .before(let section)),
            .insertSection(_, _, _, .after(let section)),
            .moveSection(_, to: .before(let section)), .moveSection(_, to: .after(let section)):
            section
        default: nil
        }
    }
}
