/// Places of later actions of an edit with a stale base: found at the base, then carried.
extension EditableList {
    /// Makes the list at the base with the earlier actions applied.
    ///
    /// - Complexity: O(n), and that of taking the sets since the base back.
    func noteSimulation(_ transaction: inout Transaction) throws(Rejection) {
        try checkBase(transaction)
        if transaction.simulations.isEmpty {
            var before = self
            before.contents.rollBack(transaction.log)
            guard let simulation = Simulation(before, transaction) else {
                throw unreachable(transaction)
            }
            transaction.simulations = [simulation]
        }
        transaction.simulations[0].advance(to: transaction.action)
    }

    /// Carries an index that counts in the simulated list.
    mutating func simulate(
        section: SectionID, row: Int, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace {
        try noteSimulation(&transaction)
        var simulation = transaction.simulations.removeLast()
        defer { transaction.simulations = [simulation] }
        let slot = try known(section, transaction)
        guard let old = simulation.list.contents.slot(of: section) else {
            let end = contents.count(slot: slot) - moving.count(slot: slot)
            return ProposedPlace(slot: slot, row: end, isBounded: row != 0)
        }
        let there = MovingRows(moving.rows.map(\.id), in: simulation.list.contents)
        return carry(
            ProposedPlace(slot: old, row: row), there, from: &simulation, to: slot, moving: moving)
    }

    /// Carries the gap of a row that is gone; nil where the simulated list knows nothing of it.
    mutating func simulate(
        gone row: RowID, moving: MovingRows, _ transaction: inout Transaction
    ) throws(Rejection) -> ProposedPlace? {
        try noteSimulation(&transaction)
        var simulation = transaction.simulations.removeLast()
        defer { transaction.simulations = [simulation] }
        let ids = moving.rows.map(\.id)
        let place: ProposedPlace
        let there: MovingRows
        if let rank = simulation.list.contents.rank(row) {
            there = MovingRows(ids + [row], in: simulation.list.contents)
            place = ProposedPlace(
                slot: rank.slot, row: there.without(slot: rank.slot, row: rank.row))
        } else if simulation.list.isGone(row, simulation.transaction) {
            there = MovingRows(ids, in: simulation.list.contents)
            place = try simulation.list.carryThroughLog(
                row, moving: there, &simulation.transaction)
        } else {
            return nil
        }
        let section = simulation.list.contents.sectionID(slot: place.slot)
        guard let slot = contents.slot(of: section) else {
            throw transaction.reject(
                .unknownRow, "row \(row.text) is gone with section \(section.text)")
        }
        return carry(place, there, from: &simulation, to: slot, moving: moving)
    }

    private func carry(
        _ place: ProposedPlace, _ there: MovingRows, from simulation: inout Simulation,
        to slot: Int, moving: MovingRows
    ) -> ProposedPlace {
        let count = simulation.list.contents.count(slot: place.slot)
        let end = count - there.count(slot: place.slot)
        let row = min(max(0, place.row), end)
        let kept = KeptPlaces(there.rows.filter { $0.slot == place.slot }.map(\.row))
        func id(_ row: Int) -> RowID { simulation.list.contents[slot: place.slot, row: row].id }
        let start = row == end ? count : kept.place(row)
        let isBounded = row != place.row
        let previous = row == 0 ? nil : id(kept.place(row - 1))
        let next = row == end ? nil : id(start)
        if let gap = gap(between: previous, and: next, slot: slot, moving: moving) {
            return ProposedPlace(slot: slot, row: gap, isBounded: isBounded)
        }
        var from = start
        while let found = simulation.list.contents.firstRow(
            slot: place.slot, from: from, placedBy: simulation.transaction.base)
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
