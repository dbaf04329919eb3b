/// What today's rules allow; a section narrows the list's rules, a row its section's.
extension Contents {
    func isEditable(_ row: RowRules, slot: Int) -> Bool {
        rules.editable != false && self[slot: slot].rules.editable != false
            && row.editable != false
    }

    func isDeletable(_ row: RowRules, slot: Int) -> Bool {
        isEditable(row, slot: slot) && rules.deletable != false
            && self[slot: slot].rules.deletable != false && row.deletable != false
    }

    /// Whether a section may be deleted: each of its rows must be deletable, an empty one goes in any
    /// case.
    ///
    /// - Complexity: O(1).
    func isSectionDeletable(slot: Int) -> Bool {
        count(slot: slot) == 0
            || isDeletable(RowRules(), slot: slot) && self[slot: slot].undeletable == 0
    }

    func isReorderable(slot: Int) -> Bool {
        rules.reorderable != false && self[slot: slot].rules.reorderable != false
    }

    func isMovable(_ row: RowRules, slot: Int) -> Bool {
        isReorderable(slot: slot) && row.movable != false
    }

    func isInsertable(slot: Int) -> Bool {
        rules.insertable != false && self[slot: slot].rules.insertable != false
    }
}
