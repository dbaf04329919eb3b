/// Places from a stale base (protocol.md, "Where: `to`").
extension EditableList {
    /// Carries an index to the newest list.
    func carry(
        section: SectionID, row: Int, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        try checkBase(transaction)
        if hasShifted(transaction) {
            return try simulate(section: section, row: row, moving: moving, &transaction)
        }
        guard
            let carriage = follow(
                section: section, row: row, isExcluded: nil, moving: moving,
                from: transaction.base)
        else { throw unreachable(transaction) }
        return try settle(carriage, moving: moving, since: transaction.base, transaction)
    }

    /// Carries the gap where a row stood that is not in the list any more.
    func carry(
        gone row: RowID, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        let unknown = transaction.reject(.unknownRow, "row \(row.text) is not in the list")
        if transaction.base != revision {
            // Whether a row of an unknown past was there needs history, unless this edit tells.
            if transaction.gone[row] == nil { try checkBase(transaction) }
            if transaction.base <= revision, transaction.base >= history.start {
                if hasShifted(transaction) {
                    let place = try simulate(gone: row, moving: moving, &transaction)
                    if let place { return place }
                }
                if let place = try carryFromHistory(row, moving: moving, transaction) {
                    return place
                }
            } else {
                throw unreachable(transaction)
            }
        }
        guard let mutation = transaction.gone[row] else { throw unknown }
        return try carryThroughLog(row, from: mutation, moving: moving, transaction)
    }

    private func unreachable(_ transaction: Transaction) -> Rejection {
        transaction.reject(
            .staleBase, "to: the place cannot be carried from revision \(transaction.base)")
    }

    /// The gap of a row that was deleted since the base; nil where no set tells of it.
    private func carryFromHistory(
        _ row: RowID, moving: MovingRows, _ transaction: Transaction
    ) throws(Rejection) -> ProposedPlace? {
        var before = self
        if hasShifted(transaction) { before.contents.rollBack(transaction.log) }
        var base = transaction.base
        var stood = before.firstMention(of: row, from: base)
        if stood == nil, let deletion = before.deletion(of: row, since: base) {
            // Inserted and deleted since the base: the gap is that of its deletion.
            base = deletion - 1
            stood = before.firstMention(of: row, from: base)
        }
        guard let stood else { return nil }
        guard contents.slot(of: stood.section) != nil else {
            throw transaction.reject(
                .unknownRow, "row \(row.text) is gone with section \(stood.section.text)")
        }
        guard
            let carriage = before.follow(
                section: stood.section, row: stood.row, isExcluded: stood.row,
                moving: MovingRows(moving.rows.map(\.id), in: before.contents), from: base)
        else { throw unreachable(transaction) }
        return try settle(carriage, moving: moving, since: base, transaction)
    }

    /// From the newest list before this edit to a place in the list as the edit has made it.
    private func settle(
        _ carriage: Carriage, moving: MovingRows, since base: Int, _ transaction: Transaction
    ) throws(Rejection) -> ProposedPlace {
        guard let slot = contents.slot(of: carriage.section) else {
            throw transaction.reject(
                .unknownSection, "section \(carriage.section.text) is not in the list")
        }
        if let gap = gap(
            between: carriage.previous, and: carriage.next, slot: slot, moving: moving)
        {
            return ProposedPlace(slot: slot, row: gap, isBounded: carriage.isBounded)
        }
        let start = shift(
            carriage.gap, section: carriage.section, through: transaction.log[...]
        ).gap
        let row = gap(beforeFirstFrom: start, slot: slot, moving: moving) { $0.stamp <= base }
        return ProposedPlace(slot: slot, row: row, isBounded: carriage.isBounded)
    }

    /// The gap of a row that this edit deleted, from that mutation on.
    func carryThroughLog(
        _ row: RowID, from mutation: Int, moving: MovingRows, _ transaction: Transaction
    ) throws(Rejection) -> ProposedPlace {
        guard case .removedRow(_, let section, let place) = transaction.log[mutation],
            let slot = contents.slot(of: section)
        else {
            throw transaction.reject(.unknownRow, "row \(row.text) is gone with its section")
        }
        let (gap, moved) = shift(
            place, section: section, through: transaction.log[(mutation + 1)...])
        let found = self.gap(beforeFirstFrom: gap, slot: slot, moving: moving) {
            !moved.contains($0.id)
        }
        return ProposedPlace(slot: slot, row: found)
    }

    /// Carries a gap through mutations of this edit, and tells which rows they placed.
    private func shift(
        _ gap: Int, section: SectionID, through log: ArraySlice<Mutation>
    ) -> (gap: Int, moved: Set<RowID>) {
        var gap = gap
        var moved: Set<RowID> = []
        for mutation in log {
            switch mutation {
            case .insertedRow(let id, let place, let row):
                moved.insert(id)
                if place == section, row < gap { gap += 1 }
            case .removedRow(_, let place, let row):
                if place == section, row < gap { gap -= 1 }
            default: break
            }
        }
        return (gap, moved)
    }
}
