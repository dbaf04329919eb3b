extension EditableList {
    /// Returns the allowed place for a row that is dragged, clamped by scope, bounds and pins in
    /// this order.
    ///
    /// - Parameters:
    ///   - row: the row to be moved.
    ///   - proposed: the path after the move; the row index may be out of bounds.
    /// - Returns: nil if the row or the proposed section is not in the list, or the row may not
    ///   move at all.
    /// - Complexity: O(log n).
    public func targetPlace(moving row: RowID, proposed: IndexPath) -> TargetPlace? {
        guard canMove(row), contents.order.indices.contains(proposed.section),
            let rank = contents.rank(row)
        else { return nil }
        let pin = contents[slot: rank.slot, row: rank.row].row.rules.pinned
        let place = ProposedPlace(slot: contents.order[proposed.section], row: proposed.row)
        let clamped = contents.clamp(
            place, pin: pin, home: rank.slot,
            isBound: contents.rules.moveScope == .section || pin != nil,
            moving: MovingRows([row], in: contents))
        return TargetPlace(
            place: IndexPath(
                section: contents.index(ofSlot: clamped.place.slot), row: clamped.place.row),
            why: clamped.why)
    }

    /// Adds a clamp to the transaction, unless nothing was clamped or the target names no index or
    /// neighbour and only bounds or pins changed the place.
    func report(
        _ why: ClampReason?, _ subject: Clamp.PlacedItem, _ target: RowTarget,
        _ place: ProposedPlace,
        _ proposed: ProposedPlace, _ transaction: inout Transaction
    ) {
        guard let why, proposed.isNamed || why == .scope else { return }
        let path = IndexPath(section: contents.index(ofSlot: place.slot), row: place.row)
        transaction.clamps.append(
            Clamp(
                action: transaction.action, subject: subject, asked: .row(target), to: .row(path),
                why: why))
    }
}
