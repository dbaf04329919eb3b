/// What the rules allow, for clients that check before they edit; `targetPlace(moving:proposed:)`
/// in `Clamping.swift` tells where a row may move to.
extension EditableList {

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

    /// Whether rows can be inserted into a section; false for one that is not in the list.
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

    /// The editing style at a path, where the place after the last row of an insertable section is
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

// Canonical equivalence: foreign words are read by `init(word:)`.
/// What a place of a table view offers in edit mode; computed, never stored.
public enum EditingStyle: String, Sendable, CaseIterable {
    /// The row can be neither updated nor deleted.
    case none
    /// A client's "(add new)" row.
    case insert
    /// Any other row; without a delete control if the row cannot be deleted.
    case delete
}

/// The rules that apply to a row or section: a section narrows the list's rules, a row its
/// section's.
extension Contents {
    /// Whether the fields of a row with these rules can be updated.
    func isEditable(_ row: RowRules, slot: Int) -> Bool {
        rules.editable != false && self[slot: slot].rules.editable != false
            && row.editable != false
    }

    /// Whether a row with these rules can be deleted.
    func isDeletable(_ row: RowRules, slot: Int) -> Bool {
        isEditable(row, slot: slot) && rules.deletable != false
            && self[slot: slot].rules.deletable != false && row.deletable != false
    }

    /// Whether a section can be deleted: if it is empty, or each of its rows can be deleted.
    ///
    /// - Complexity: O(1).
    func isSectionDeletable(slot: Int) -> Bool {
        count(slot: slot) == 0
            || isDeletable(RowRules(), slot: slot) && self[slot: slot].undeletable == 0
    }

    /// Whether rows can be moved within and into a section.
    func isReorderable(slot: Int) -> Bool {
        rules.reorderable != false && self[slot: slot].rules.reorderable != false
    }

    /// Whether a row with these rules can be moved.
    func isMovable(_ row: RowRules, slot: Int) -> Bool {
        isReorderable(slot: slot) && row.movable != false
    }

    /// Whether rows can be inserted into a section.
    func isInsertable(slot: Int) -> Bool {
        rules.insertable != false && self[slot: slot].rules.insertable != false
    }
}
