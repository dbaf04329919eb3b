// Canonical equivalence: tests and tools compare them, the server does not.
/// One action of an edit.
public enum Action: Hashable, Sendable {
    /// Inserts a row; `Edit.nameInserts` sets a missing id before the edit is applied.
    case insertRow(row: RowID?, fields: Fields, rules: RowRules, to: RowTarget)
    /// Sets fields and rules of a row; with `ifRevision`, rejected (`conflict`) if another client
    /// changed the row's fields after that revision.
    case updateRow(row: RowID, fields: [FieldChange], rules: RowRulesChange, ifRevision: Int?)
    /// Deletes rows; ids that are not in the list are skipped.
    case deleteRows([RowID])
    /// Moves a row.
    case moveRow(RowID, to: RowTarget)
    /// Moves rows so that they are side by side in their list order; unknown ids are skipped.
    case moveRows([RowID], to: RowTarget)
    /// Inserts a section; `Edit.nameInserts` sets a missing id before the edit is applied.
    case insertSection(section: SectionID?, title: String, rules: Rules?, to: SectionTarget)
    /// Sets a section's title, its rules (as a whole), or both.
    case updateSection(SectionID, title: String?, rules: Rules?)
    /// Deletes sections with their rows; ids that are not in the list are skipped.
    case deleteSections([SectionID])
    /// Moves a section.
    case moveSection(SectionID, to: SectionTarget)
    /// Sets the list's title, its rules (as a whole), or both.
    case updateList(title: String?, rules: Rules?)
}

/// The target of a row, as the client wrote it: `to` on the wire.
public enum RowTarget: Hashable, Sendable {
    /// The index that the row has after the action.
    case index(SectionID, Int)
    /// Directly before a row.
    case before(RowID)
    /// Directly after a row.
    case after(RowID)
    /// The first allowed place of the section.
    case start(SectionID)
    /// The last allowed place of the section: `"at":"end"`, or a section alone.
    case end(SectionID)
    /// No target: the last allowed place of the last section.
    case unspecified
}

/// The target of a section, as the client wrote it: `to` on the wire.
public enum SectionTarget: Hashable, Sendable {
    /// The index that the section has after the action.
    case index(Int)
    /// Directly before a section.
    case before(SectionID)
    /// Directly after a section.
    case after(SectionID)
    /// The first place.
    case start
    /// The last place.
    case end
    /// No target: the last place.
    case unspecified
}
