/// What the rules allowed of a row before an undo began.
///
/// An undo may put rules back as well as rows, so neither state alone tells whether somebody else
/// forbids a step: it is done where the rules allow it before or after what the undo itself changes.
struct UndoFreedom {
    var isMovable: Bool
    var isDeletable: Bool
    /// Neither pinned nor bound by the list's `moveScope`.
    var mayLeaveSection: Bool
}

extension Contents {
    /// What today's rules allow of a row that is in the list.
    ///
    /// - Parameter rowRules: The row's own rules; others where those are of the undo's making.
    func freedom(of id: RowID, under rowRules: RowRules? = nil) -> UndoFreedom? {
        guard let rank = rank(id) else { return nil }
        let row = rowRules ?? self[slot: rank.slot, row: rank.row].row.rules
        return UndoFreedom(
            isMovable: isMovable(row, slot: rank.slot),
            isDeletable: isDeletable(row, slot: rank.slot),
            mayLeaveSection: rules.moveScope != .section && row.pinned == nil)
    }

    /// The same, or what was allowed before where that is more.
    func freedom(of id: RowID, orAsIn before: [RowID: UndoFreedom]) -> UndoFreedom? {
        guard let now = freedom(of: id) else { return nil }
        guard let then = before[id] else { return now }
        return UndoFreedom(
            isMovable: now.isMovable || then.isMovable,
            isDeletable: now.isDeletable || then.isDeletable,
            mayLeaveSection: now.mayLeaveSection || then.mayLeaveSection)
    }
}
