/// One primitive change of the contents, with what it takes to undo it.
enum Mutation {
    case insertedRow(RowID, section: SectionID, row: Int)
    case removedRow(RowRecord, section: SectionID, row: Int)
    /// Fields, rules or marks; holds the record as it was.
    case replacedRow(RowRecord)
    case insertedSection(SectionID)
    case removedSection(SectionRecord, at: Int, rows: [RowRecord])
    case movedSection(SectionID, from: Int)
    case replacedSection(SectionRecord)
    case replacedList(title: String, rules: Rules)
}
