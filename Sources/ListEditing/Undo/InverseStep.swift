/// One step of the edit that takes a change set back, in ids and neighbours.
///
/// The steps of an `Inverse` stand in the order of these cases, the two that place sections mixed,
/// and the two that place rows. Places ascend by what they were
/// before the set, so that a neighbour named in `after` is back in its place already.
public enum InverseStep: Hashable, Sendable {
    /// Brings back a section that the set deleted, with the rows that went with it.
    case restoreSection(SectionState, at: SectionNeighbours)
    /// Moves a section back.
    case moveSection(SectionID, to: SectionNeighbours)
    /// Deletes a row that the set inserted.
    case deleteRow(RowID)
    /// Puts back fields (ascending by name) and rules of a row; `rules` is nil where the set
    /// changed none.
    case updateRow(RowID, fields: [FieldReversal], rules: Reversal<RowRules>?)
    /// Moves a row back; `placed` is `Authorship.placed` after the set and before it. The row is
    /// moved only while it is still `made`, that is, unless it was moved again.
    case moveRow(RowID, to: RowNeighbours, placed: Reversal<Int>)
    /// Brings back a row that the set deleted, as it was; `insertable` tells whether rows could be
    /// inserted into its section then.
    case restoreRow(Row, at: RowNeighbours, insertable: Bool)
    /// Deletes a section that the set inserted.
    case deleteSection(SectionID)
    /// Puts back a section's title and rules, each where the set changed it.
    case updateSection(SectionID, title: Reversal<String>?, rules: Reversal<Rules>?)
    /// Puts back the list's title and rules, each where the set changed it.
    case updateList(title: Reversal<String>?, rules: Reversal<Rules>?)
}
