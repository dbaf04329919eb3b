/// The net effect of one edit (protocol.md, "Change sets"), as in a UIKit batch update.
///
/// Deletions, updates and the `from` of moves are paths in the list before the set; insertions and
/// the `to` of moves, paths in the list after it. Entries ascend by these paths, moves by `from`.
public struct ChangeSet: Hashable, Sendable {
    /// Sections that are gone; rows that went with them are not in `deletedRows`.
    public var deletedSections: [SectionDeletion] = []
    /// New sections.
    public var insertedSections: [SectionInsertion] = []
    /// Sections that the edit moved.
    public var movedSections: [SectionMove] = []
    /// Sections whose title or rules changed.
    public var updatedSections: [SectionUpdate] = []
    /// Rows that are gone from sections that are still there.
    public var deletedRows: [RowDeletion] = []
    /// New rows.
    public var insertedRows: [RowInsertion] = []
    /// Rows that the edit moved, never those that shifted to make room.
    public var movedRows: [RowMove] = []
    /// Rows whose fields or rules changed.
    public var updatedRows: [RowUpdate] = []
    /// What became of the list itself; nil: nothing.
    public var updatedList: ListUpdate?

    /// Makes a set that changes nothing.
    public init() {}

    /// Whether the set changes nothing.
    ///
    /// - Complexity: O(1).
    public var isEmpty: Bool {
        !changesSections && deletedRows.isEmpty && insertedRows.isEmpty && movedRows.isEmpty
            && updatedRows.isEmpty && updatedSections.isEmpty && updatedList == nil
    }

    /// Whether it does nothing but give rows new fields.
    var changesOnlyFields: Bool {
        !changesSections && deletedRows.isEmpty && insertedRows.isEmpty && movedRows.isEmpty
            && updatedSections.isEmpty && updatedList == nil
            && updatedRows.allSatisfy { $0.rules == RowRulesChange() }
    }

    /// Whether sections come, go or move.
    var changesSections: Bool {
        !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty)
    }
}
