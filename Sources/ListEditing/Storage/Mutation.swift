/// One primitive change of the contents, with what it takes to undo it.
enum Mutation {
    case insertedRow(RowID, section: SectionID, row: Int)
    case removedRow(RowRecord, section: SectionID, row: Int)
    /// Holds what each field was before, in order of the changes.
    case replacedFields(RowID, [FieldChange])
    case replacedRules(RowID, RowRules)
    case insertedSection(SectionID)
    case removedSection(SectionRecord, at: Int, rows: RemovedRows)
    case movedSection(SectionID, from: Int)
    case replacedSection(SectionRecord)
    case replacedList(title: String, rules: Rules)
}

/// The rows of a section that was removed.
enum RemovedRows {
    /// The root of their tree, which is detached and still in the index, until the edit commits.
    case tree(Int)
    case records([RowRecord])
}
