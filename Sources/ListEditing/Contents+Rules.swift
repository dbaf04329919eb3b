/// What today's rules allow; a section narrows the list's rules, a row its section's.
extension Contents {
    func isEditable(_ record: RowRecord, slot: Int) -> Bool {
        rules.editable != false && self[slot: slot].rules.editable != false
            && record.row.rules.editable != false
    }

    func isDeletable(_ record: RowRecord, slot: Int) -> Bool {
        isEditable(record, slot: slot) && rules.deletable != false
            && self[slot: slot].rules.deletable != false && record.row.rules.deletable != false
    }

    func isReorderable(slot: Int) -> Bool {
        rules.reorderable != false && self[slot: slot].rules.reorderable != false
    }

    func isMovable(_ record: RowRecord, slot: Int) -> Bool {
        isReorderable(slot: slot) && record.row.rules.movable != false
    }

    func isInsertable(slot: Int) -> Bool {
        rules.insertable != false && self[slot: slot].rules.insertable != false
    }
}
