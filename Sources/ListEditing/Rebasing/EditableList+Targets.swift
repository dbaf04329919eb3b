/// From `to` of a row to a place in the newest list (protocol.md, "Where: `to`").
extension EditableList {
    /// The place that a target asks for, before clamping.
    ///
    /// - Throws: `unknownSection`, `unknownRow`, `staleBase`.
    mutating func propose(
        _ target: RowTarget, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        switch target {
        case .index(let section, let row):
            let slot = try known(section, transaction)
            if transaction.base == revision { return ProposedPlace(slot: slot, row: row) }
            return try carry(section: section, row: row, moving: moving, &transaction)
        case .start(let section):
            return ProposedPlace(slot: try known(section, transaction), row: 0, isNamed: false)
        case .end(let section):
            return end(of: try known(section, transaction), moving)
        case .unspecified:
            guard let slot = contents.order.last else {
                throw transaction.reject(.unknownSection, "to: the list has no section")
            }
            return end(of: slot, moving)
        case .before(let row):
            guard let rank = contents.rank(row) else {
                return try carry(gone: row, moving: moving, &transaction)
            }
            // A row that moves itself stands for the next one that does not: counted without
            // the moving rows, both are the same gap.
            return ProposedPlace(
                slot: rank.slot, row: moving.without(slot: rank.slot, row: rank.row))
        case .after(let row):
            guard let rank = contents.rank(row) else {
                return try carry(gone: row, moving: moving, &transaction)
            }
            return ProposedPlace(
                slot: rank.slot, row: moving.without(slot: rank.slot, row: rank.row + 1))
        }
    }

    private func end(of slot: Int, _ moving: MovingRows) -> ProposedPlace {
        let row = contents.count(slot: slot) - moving.count(slot: slot)
        return ProposedPlace(slot: slot, row: row, isNamed: false)
    }

    /// The live gap between two neighbours that still stand side by side, counted without the
    /// moving rows; nil where they do not.
    ///
    /// A nil neighbour is the section's boundary.
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
        let behind: Int?
        if let next { behind = place(next) } else { behind = count }
        return before == behind ? before : nil
    }

    /// Checks that the base can be carried from.
    func checkBase(_ transaction: Transaction) throws(Rejection) {
        if transaction.base > revision || transaction.base < history.start {
            throw transaction.reject(
                .staleBase,
                "to: the place cannot be carried from revision \(transaction.base); history"
                    + " reaches from \(history.start) to \(revision)")
        }
    }
}
