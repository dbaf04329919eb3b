/// Places from a stale base (protocol.md, "Where: `to`").
extension EditableList {
    /// Carries an index to the newest list.
    mutating func carry(
        section: SectionID, row: Int, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        try checkBase(transaction)
        if transaction.hasShifted {
            return try simulate(section: section, row: row, moving: moving, &transaction)
        }
        notePast(&transaction)
        guard
            let followed = transaction.past[0].follow(
                section: section, row: row, excluding: nil, moving: moving, in: contents,
                history, since: transaction.base)
        else { throw unreachable(transaction) }
        return try settle(followed, moving: moving, since: transaction.base, transaction)
    }

    /// Carries the gap where a row stood that is not in the list any more.
    mutating func carry(
        gone row: RowID, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        if transaction.base != revision {
            // Whether a row of an unknown past was there needs history, unless this edit tells.
            if !isGone(row, transaction) { try checkBase(transaction) }
            guard transaction.base <= revision, transaction.base >= history.start else {
                throw unreachable(transaction)
            }
            if transaction.hasShifted {
                let place = try simulate(gone: row, moving: moving, &transaction)
                if let place { return place }
            }
            if let place = try carryFromHistory(row, moving: moving, &transaction) {
                return place
            }
        }
        guard isGone(row, transaction) else {
            throw transaction.reject(.unknownRow, "row \(row.text) is not in the list")
        }
        return try carryThroughLog(row, moving: moving, &transaction)
    }

    func unreachable(_ transaction: Transaction) -> Rejection {
        transaction.reject(
            .staleBase, "to: the place cannot be carried from revision \(transaction.base)")
    }

    /// Reads the sets since the base, unless that was done for this edit.
    ///
    /// - Complexity: that of `PastPlaces`.
    func notePast(_ transaction: inout Transaction) {
        guard transaction.past.isEmpty else { return }
        transaction.past = [
            PastPlaces(
                history, from: revision, to: transaction.base,
                order: transaction.sectionsBefore ?? contents.sectionIDs,
                wanted: Set(transaction.actions.compactMap(\.neighbouringSection)))
        ]
    }

    /// The gap of a row that was deleted since the base; nil where no set tells of it.
    private mutating func carryFromHistory(
        _ row: RowID, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace? {
        notePast(&transaction)
        var base = transaction.base
        var stood = firstMention(of: row, since: base, &transaction)
        if stood == nil, let deletion = transaction.past[0].deletion(of: row, in: history) {
            // Inserted and deleted since the base: the gap is that of its deletion.
            base = deletion - 1
            stood = firstMention(of: row, since: base, &transaction)
        }
        guard let stood else {
            if transaction.past[0].hasUnknownRows { throw unreachable(transaction) }
            return nil
        }
        guard contents.slot(of: stood.section) != nil else {
            throw transaction.reject(
                .unknownRow, "row \(row.text) is gone with section \(stood.section.text)")
        }
        guard let followed = follow(stood, moving, since: base, &transaction) else {
            throw unreachable(transaction)
        }
        return try settle(followed, moving: moving, since: base, transaction)
    }

    /// Where a row stood at `base`, with the sections as they were before the edit.
    private func firstMention(
        of row: RowID, since base: Int, _ transaction: inout Transaction
    ) -> (section: SectionID, row: Int)? {
        if transaction.hasShifted, let before = transaction.simulations.first?.before {
            return transaction.past[0].firstMention(of: row, since: base, in: history, before)
        }
        return transaction.past[0].firstMention(of: row, since: base, in: history, contents)
    }

    /// Follows the gap of a row that is gone.
    private func follow(
        _ stood: (section: SectionID, row: Int), _ moving: MovingRows, since base: Int,
        _ transaction: inout Transaction
    ) -> FollowedGap? {
        if transaction.hasShifted, let before = transaction.simulations.first?.before {
            return transaction.past[0].follow(
                section: stood.section, row: stood.row, excluding: stood.row,
                moving: MovingRows(moving.rows.map(\.id), in: before), in: before, history,
                since: base)
        }
        return transaction.past[0].follow(
            section: stood.section, row: stood.row, excluding: stood.row, moving: moving,
            in: contents, history, since: base)
    }

    /// From the newest list before this edit to a place in the list as the edit has made it.
    private mutating func settle(
        _ followed: FollowedGap, moving: MovingRows, since base: Int, _ transaction: Transaction
    ) throws(Rejection) -> ProposedPlace {
        guard let slot = contents.slot(of: followed.section) else {
            throw transaction.reject(
                .unknownSection, "section \(followed.section.text) is not in the list")
        }
        if let gap = gap(
            between: followed.previous, and: followed.next, slot: slot, moving: moving)
        {
            return ProposedPlace(slot: slot, row: gap, isBounded: followed.isBounded)
        }
        var next = shift(followed.gap, section: followed.section, through: transaction.log[...])
        while let row = contents.firstRow(slot: slot, from: next, placedBy: base) {
            if !moving.contains(contents[slot: slot, row: row].id) {
                return ProposedPlace(
                    slot: slot, row: moving.without(slot: slot, row: row),
                    isBounded: followed.isBounded)
            }
            next = row + 1
        }
        let end = contents.count(slot: slot) - moving.count(slot: slot)
        return ProposedPlace(slot: slot, row: end, isBounded: followed.isBounded)
    }

    /// The gap of a row that this edit deleted.
    ///
    /// - Complexity: O(m) in the mutations of the edit since, and the rows that these placed there.
    func carryThroughLog(
        _ row: RowID, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        guard let mutation = transaction.gone[row],
            case .removedRow(_, let section, let place) = transaction.log[mutation],
            let slot = contents.slot(of: section)
        else {
            throw transaction.reject(.unknownRow, "row \(row.text) is gone with its section")
        }
        let gap = shift(place, section: section, through: transaction.log[(mutation + 1)...])
        transaction.placements.note(transaction.log)
        let found = contents.visit(slot: slot, from: gap) { record, _ in
            moving.contains(record.id)
                || transaction.placements.isPlaced(record.id, after: mutation)
        }
        let end = contents.count(slot: slot)
        return ProposedPlace(slot: slot, row: moving.without(slot: slot, row: found ?? end))
    }

    /// Carries a gap through mutations of this edit.
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

/// Which mutation of an edit placed each row last.
struct Placements {
    private var newest: [RowID: Int] = [:]
    private var noted = 0

    /// Takes note of the mutations that are new since the last time.
    mutating func note(_ log: [Mutation]) {
        for place in noted..<max(noted, log.count) {
            if case .insertedRow(let id, _, _) = log[place] { newest[id] = place }
        }
        noted = log.count
    }

    /// Whether a mutation behind that one placed the row.
    func isPlaced(_ row: RowID, after mutation: Int) -> Bool {
        newest[row].map { $0 > mutation } ?? false
    }
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
