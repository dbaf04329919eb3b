import JSON
import ListEditing

extension ValueReader {
    /// The change set among the members of a published set.
    func changes(_ members: Members) throws(DecodingProblem) -> ChangeSet {
        var changes = ChangeSet()
        try readSections(members, into: &changes)
        try readRows(members, into: &changes)
        changes.updatedList = try members.inside(ifPresent: "updatedList") {
            (list) throws(DecodingProblem) in
            ListUpdate(
                title: try title(ifPresentIn: list), rules: try rules(ifPresentIn: list))
        }
        return changes
    }

    private func readSections(
        _ members: Members, into changes: inout ChangeSet
    ) throws(DecodingProblem) {
        changes.deletedSections = try members.each("deletedSections") {
            (entry) throws(DecodingProblem) in
            SectionDeletion(section: try section(entry), at: try entry.whole("at", atLeast: 0))
        }
        changes.insertedSections = try members.each("insertedSections") {
            (entry) throws(DecodingProblem) in
            SectionInsertion(
                section: try section(entry), at: try entry.whole("at", atLeast: 0),
                title: try title(entry), rules: try rules(ifPresentIn: entry) ?? Rules())
        }
        changes.movedSections = try members.each("movedSections") {
            (entry) throws(DecodingProblem) in
            SectionMove(
                section: try section(entry), from: try entry.whole("from", atLeast: 0),
                to: try entry.whole("to", atLeast: 0))
        }
        changes.updatedSections = try members.each("updatedSections") {
            (entry) throws(DecodingProblem) in
            SectionUpdate(
                section: try section(entry), at: try entry.whole("at", atLeast: 0),
                title: try title(ifPresentIn: entry), rules: try rules(ifPresentIn: entry))
        }
    }

    private func readRows(
        _ members: Members, into changes: inout ChangeSet
    ) throws(DecodingProblem) {
        changes.deletedRows = try members.each("deletedRows") {
            (entry) throws(DecodingProblem) in
            RowDeletion(row: try row(entry), at: try path(entry, "at"))
        }
        changes.insertedRows = try members.each("insertedRows") {
            (entry) throws(DecodingProblem) in
            RowInsertion(
                row: try row(entry), at: try path(entry, "at"), fields: try fields(entry),
                rules: try rowRules(entry))
        }
        changes.movedRows = try members.each("movedRows") { (entry) throws(DecodingProblem) in
            RowMove(
                row: try row(entry), from: try path(entry, "from"), to: try path(entry, "to"))
        }
        changes.updatedRows = try members.each("updatedRows") {
            (entry) throws(DecodingProblem) in
            RowUpdate(
                row: try row(entry), at: try path(entry, "at"),
                fields: try fieldChanges(ifPresentIn: entry),
                rules: try rowRulesChange(entry))
        }
    }
}
