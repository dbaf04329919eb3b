/// One action of an edit (protocol.md, "Actions").
public enum Action: Hashable, Sendable {
    /// Inserts a row; its id is given by the time it reaches the core.
    case insertRow(row: RowID?, fields: Fields, rules: RowRules, to: RowTarget)
    /// Sets fields and rules of a row; `ifRevision`: not where another client changed the row's
    /// fields after that revision.
    case updateRow(row: RowID, fields: [FieldChange], rules: RowRulesChange, ifRevision: Int?)
    /// Deletes rows; ids that are not in the list are skipped.
    case deleteRows([RowID])
    /// Moves a row.
    case moveRow(RowID, to: RowTarget)
    /// Moves rows, kept in their list order and laid together; unknown ids are skipped.
    case moveRows([RowID], to: RowTarget)
    /// Inserts a section; its id is given by the time it reaches the core.
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
