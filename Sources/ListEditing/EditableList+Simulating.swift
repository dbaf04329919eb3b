/// Places of later actions of an edit with a stale base: found at the base, then carried.
extension EditableList {
    /// The list at the base with the earlier actions applied.
    ///
    /// - Complexity: O(n).
    func simulation(_ transaction: inout Transaction) throws(Rejection) -> Simulation {
        try checkBase(transaction)
        if transaction.simulations.isEmpty {
            var before = self
            before.contents.rollBack(transaction.log)
            guard let simulation = Simulation(before, transaction) else {
                throw transaction.reject(
                    .staleBase,
                    "to: the place cannot be carried from revision \(transaction.base)")
            }
            transaction.simulations = [simulation]
        }
        transaction.simulations[0].advance(to: transaction.action)
        return transaction.simulations[0]
    }

    /// Carries an index that counts in the simulated list.
    func simulate(
        section: SectionID, row: Int, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        let simulation = try simulation(&transaction)
        let there = MovingRows(moving.rows.map(\.id), in: simulation.list.contents)
        let slot = try known(section, transaction)
        guard let old = simulation.list.contents.slot(of: section) else {
            let end = contents.count(slot: slot) - moving.count(slot: slot)
            return ProposedPlace(slot: slot, row: end, isBounded: row != 0)
        }
        return carry(
            ProposedPlace(slot: old, row: row), there, from: simulation, to: slot, moving: moving)
    }

    /// Carries the gap of a row that is gone; nil where the simulated list knows nothing of it.
    func simulate(
        gone row: RowID, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace? {
        let simulation = try simulation(&transaction)
        let ids = moving.rows.map(\.id)
        let old = simulation.list.contents
        let place: ProposedPlace
        let there: MovingRows
        if let rank = old.rank(row) {
            there = MovingRows(ids + [row], in: old)
            place = ProposedPlace(
                slot: rank.slot, row: there.without(slot: rank.slot, row: rank.row))
        } else if let mutation = simulation.transaction.gone[row] {
            there = MovingRows(ids, in: old)
            place = try simulation.list.carryThroughLog(
                row, from: mutation, moving: there, simulation.transaction)
        } else {
            return nil
        }
        let section = old[slot: place.slot].id
        guard let slot = contents.slot(of: section) else {
            throw transaction.reject(
                .unknownRow, "row \(row.text) is gone with section \(section.text)")
        }
        return carry(place, there, from: simulation, to: slot, moving: moving)
    }

    private func carry(
        _ place: ProposedPlace, _ there: MovingRows, from simulation: Simulation, to slot: Int,
        moving: MovingRows
    ) -> ProposedPlace {
        let old = simulation.list.contents
        let count = old.count(slot: place.slot)
        let end = count - there.count(slot: place.slot)
        let row = min(max(0, place.row), end)
        let kept = SetKept(
            there.rows.filter { $0.slot == place.slot }.map(\.row))
        let start = row == end ? count : kept.place(row)
        let previous = row == 0 ? nil : old[slot: place.slot, row: kept.place(row - 1)].id
        let next = row == end ? nil : old[slot: place.slot, row: start].id
        let isBounded = row != place.row
        if let gap = gap(between: previous, and: next, slot: slot, moving: moving) {
            return ProposedPlace(slot: slot, row: gap, isBounded: isBounded)
        }
        var found: Int?
        _ = old.visit(slot: place.slot, from: start) { record, _ in
            guard !there.contains(record.id), !simulation.touchedRows.contains(record.id),
                let rank = contents.rank(record.id), rank.slot == slot
            else { return true }
            found = moving.without(slot: slot, row: rank.row)
            return false
        }
        let last = contents.count(slot: slot) - moving.count(slot: slot)
        return ProposedPlace(slot: slot, row: found ?? last, isBounded: isBounded)
    }
}
