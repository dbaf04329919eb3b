/// The result of an undo or redo.
public struct Undone: Hashable, Sendable {
    /// The set that it made; its changes are empty for a noop.
    public var applied: Applied
    /// What rules forbid now, or what belongs into a section that is gone: to be taken back by the same
    /// step later; nil: there is no such part.
    public var rest: Inverse?
}

/// An undo that is being applied.
struct UndoState {
    /// The revision of the set that is undone.
    let made: Int
    let mayGiveRules: Bool
    /// Whether no rule binds it.
    let isUnbound: Bool
    /// The rows of the list before it.
    let rowsBefore: Int
    /// The permissions of the rows that it names, before it changes any rule.
    var permissionsBefore: [RowID: RowPermissions] = [:]
    /// The sections that rows come or go back to and that take moved rows, and new ones, before it changes
    /// any rule.
    var reorderableBefore: Set<SectionID> = []
    var insertableBefore: Set<SectionID> = []
    /// The rules that the set gave to the sections that it inserted: those that are still so forbid
    /// nothing.
    var broughtRules: [SectionID: Rules] = [:]
    /// The bands that rows go back to.
    var pins: [(row: RowID, pin: Pin?)] = []
    /// Rows that stay in their band, as only an owner may give them another: their places wait for that.
    var keptPins: Set<RowID> = []
    /// The sections that are back, and whether all rows that went with them are.
    private var back: [SectionID: Bool] = [:]
    /// The parts that are left out for now, each with the number of its step.
    private(set) var leftOut: [(number: Int, step: InverseStep, why: Rejection)] = []

    init(of made: Int, _ context: EditContext, isUnbound: Bool, rowsBefore: Int) {
        self.made = made
        mayGiveRules = context.mayGiveRules
        self.isUnbound = isUnbound
        self.rowsBefore = rowsBefore
    }

    mutating func noteBack(_ section: SectionID, isWhole: Bool) { back[section] = isWhole }

    /// Whether the undo brought a section back.
    func isBack(_ section: SectionID) -> Bool { back[section] != nil }

    /// Whether it brought a section back with all rows that went with it.
    func isWhole(_ section: SectionID) -> Bool { back[section] == true }

    /// Leaves a part of a step out for now.
    mutating func leaveOut(_ step: InverseStep, _ number: Int, _ why: Rejection) {
        leftOut.append((number, step, why))
    }

    /// Leaves rules as they are, which only an owner may change.
    mutating func leaveOutRules(_ step: InverseStep, _ number: Int) {
        leaveOut(
            step, number,
            Rejection(.forbidden, action: nil, message: "only an owner may take rules back"))
    }

    /// Why the first part is left out; nil: none is.
    var firstLeftOut: Rejection? { leftOut.min { $0.number < $1.number }?.why }

    /// The parts that are left out, in the order of their steps; nil: none is.
    var rest: Inverse? {
        guard !leftOut.isEmpty else { return nil }
        return Inverse(steps: leftOut.sorted { $0.number < $1.number }.map(\.step))
    }
}

extension ValueChange {
    /// The value to restore: the old one if `value` is still the new one, else `value` itself.
    func reverting(_ value: Value) -> Value { value == new ? old : value }
}

extension RowRules {
    /// Restores each rule that still has the value that the set gave it.
    mutating func revert(_ rules: ValueChange<RowRules>) {
        if editable == rules.new.editable { editable = rules.old.editable }
        if deletable == rules.new.deletable { deletable = rules.old.deletable }
        if movable == rules.new.movable { movable = rules.old.movable }
        if pinned == rules.new.pinned { pinned = rules.old.pinned }
    }

    /// Without those that are as `other` has them.
    func without(_ other: RowRules) -> RowRules {
        var rules = self
        if editable == other.editable { rules.editable = nil }
        if deletable == other.deletable { rules.deletable = nil }
        if movable == other.movable { rules.movable = nil }
        return rules
    }
}

/// What the rules allow for a row.
///
/// An undo may restore rules as well as rows, so the rules at one moment do not tell whether
/// another edit forbids a step. A step is done if the rules allow it before the undo, or once its own
/// rules are restored.
struct RowPermissions {
    var isEditable: Bool
    var isMovable: Bool
    var isDeletable: Bool
    /// Whether the row is neither pinned nor bound by the list's `moveScope`.
    var mayLeaveSection: Bool
}

extension Contents {
    /// The permissions of a row now; nil if it is not in the list.
    ///
    /// - Parameter rowRules: rules to use instead of the row's own; nil: the row's own.
    func permissions(of id: RowID, under rowRules: RowRules? = nil) -> RowPermissions? {
        guard let rank = rank(id) else { return nil }
        let row = rowRules ?? self[slot: rank.slot, row: rank.row].row.rules
        return RowPermissions(
            isEditable: isEditable(row, slot: rank.slot),
            isMovable: isMovable(row, slot: rank.slot),
            isDeletable: isDeletable(row, slot: rank.slot),
            mayLeaveSection: rules.moveScope != .section && row.pinned == nil)
    }

    /// The permissions of a row now, extended by those it had before.
    func permissions(of id: RowID, orAsIn before: [RowID: RowPermissions]) -> RowPermissions? {
        guard let now = permissions(of: id) else { return nil }
        guard let then = before[id] else { return now }
        return RowPermissions(
            isEditable: now.isEditable || then.isEditable,
            isMovable: now.isMovable || then.isMovable,
            isDeletable: now.isDeletable || then.isDeletable,
            mayLeaveSection: now.mayLeaveSection || then.mayLeaveSection)
    }

    /// Whether a row can be deleted once the rules that came with it and its section are left aside.
    func isDeletable(_ row: RowRules, slot: Int, without brought: Rules) -> Bool {
        let section = self[slot: slot].rules
        let isOpen =
            (section.editable != false || brought.editable == false)
            && (section.deletable != false || brought.deletable == false)
        return isOpen && rules.editable != false && rules.deletable != false
            && !row.forbidDeletion
    }
}
