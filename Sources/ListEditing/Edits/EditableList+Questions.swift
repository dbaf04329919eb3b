/// What the rules allow: for clients that ask before they edit.
extension EditableList {
    /// Where a row may land: scope, bounds and pins, in this order (editing.md).
    ///
    /// - Parameters:
    ///   - row: the row to be moved.
    ///   - proposed: the path after the move; the row index may lie outside.
    /// - Returns: nil where the row or the proposed section is not in the list, or the row may not
    ///   move at all.
    /// - Complexity: O(log n).
    public func targetPlace(moving row: RowID, proposed: IndexPath) -> TargetPlace? {
        guard canMove(row), contents.order.indices.contains(proposed.section),
            let rank = contents.rank(row)
        else { return nil }
        let pin = contents[slot: rank.slot, row: rank.row].row.rules.pinned
        let place = ProposedPlace(slot: contents.order[proposed.section], row: proposed.row)
        let landing = contents.land(
            place, pin: pin, home: rank.slot,
            isBound: contents.rules.moveScope == .section || pin != nil,
            moving: MovingRows([row], in: contents))
        return TargetPlace(
            place: IndexPath(
                section: contents.index(ofSlot: landing.place.slot), row: landing.place.row),
            why: landing.why)
    }

    /// Whether a row's fields can be updated; false for rows that are not in the list.
    ///
    /// - Complexity: O(log n).
    public func canUpdate(_ row: RowID) -> Bool {
        allows(row) { contents.isEditable($0, slot: $1) }
    }

    /// Whether a row can be deleted; false for rows that are not in the list.
    ///
    /// - Complexity: O(log n).
    public func canDelete(_ row: RowID) -> Bool {
        allows(row) { contents.isDeletable($0, slot: $1) }
    }

    /// Whether a row can be moved at all; false for rows that are not in the list.
    ///
    /// - Complexity: O(log n).
    public func canMove(_ row: RowID) -> Bool {
        allows(row) { contents.isMovable($0, slot: $1) }
    }

    /// Whether new rows can come into a section; false for one that is not in the list.
    ///
    /// - Complexity: O(1) on average.
    public func canInsert(into section: SectionID) -> Bool {
        contents.slot(of: section).map { contents.isInsertable(slot: $0) } ?? false
    }

    /// The editing style of a row; nil for a row that is not in the list.
    ///
    /// - Complexity: O(log n).
    public func editingStyle(of row: RowID) -> EditingStyle? {
        guard contents.contains(row) else { return nil }
        return canUpdate(row) ? .delete : EditingStyle.none
    }

    /// The editing style at a path, where the place behind the last row of an insertable section is
    /// the "(add new)" row of a client in edit mode; nil where there is nothing.
    ///
    /// - Complexity: O(log n).
    public func editingStyle(at path: IndexPath) -> EditingStyle? {
        if let row = row(at: path) { return editingStyle(of: row.id) }
        guard contents.order.indices.contains(path.section) else { return nil }
        let slot = contents.order[path.section]
        let isAddNew = path.row == contents.count(slot: slot) && contents.isInsertable(slot: slot)
        return isAddNew ? .insert : nil
    }

    private func allows(_ row: RowID, _ rule: (RowRules, Int) -> Bool) -> Bool {
        guard let rank = contents.rank(row) else { return false }
        return rule(contents[slot: rank.slot, row: rank.row].row.rules, rank.slot)
    }
}
