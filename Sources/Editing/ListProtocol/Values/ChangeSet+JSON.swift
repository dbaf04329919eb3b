import JSON
import ListEditing

extension JSONWriter {
    /// Writes the members of a change set, except those without entries.
    mutating func changeMembers(_ changes: ChangeSet) {
        sectionMembers(changes)
        rowMembers(changes)
        if let list = changes.updatedList {
            name("updatedList")
            object { writer in
                writer.member("title", ifPresent: list.title)
                if let rules = list.rules {
                    writer.name("rules")
                    writer.rules(rules)
                }
            }
        }
    }

    private mutating func sectionMembers(_ changes: ChangeSet) {
        entries("deletedSections", changes.deletedSections) { writer, entry in
            writer.member("section", entry.section.text)
            writer.member("at", entry.at)
        }
        entries("insertedSections", changes.insertedSections) { writer, entry in
            writer.member("section", entry.section.text)
            writer.member("at", entry.at)
            writer.member("title", entry.title)
            writer.name("rules")
            writer.rules(entry.rules)
        }
        entries("movedSections", changes.movedSections) { writer, entry in
            writer.member("section", entry.section.text)
            writer.member("from", entry.from)
            writer.member("to", entry.to)
        }
        entries("updatedSections", changes.updatedSections) { writer, entry in
            writer.member("section", entry.section.text)
            writer.member("at", entry.at)
            writer.member("title", ifPresent: entry.title)
            if let rules = entry.rules {
                writer.name("rules")
                writer.rules(rules)
            }
        }
    }

    private mutating func rowMembers(_ changes: ChangeSet) {
        entries("deletedRows", changes.deletedRows) { writer, entry in
            writer.member("row", entry.row.text)
            writer.member("at", entry.at)
        }
        entries("insertedRows", changes.insertedRows) { writer, entry in
            writer.member("row", entry.row.text)
            writer.member("at", entry.at)
            writer.name("fields")
            writer.fields(entry.fields)
            writer.rowRuleMembers(entry.rules)
        }
        entries("movedRows", changes.movedRows) { writer, entry in
            writer.member("row", entry.row.text)
            writer.member("from", entry.from)
            writer.member("to", entry.to)
        }
        entries("updatedRows", changes.updatedRows) { writer, entry in
            writer.member("row", entry.row.text)
            writer.member("at", entry.at)
            writer.name("fields")
            writer.fields(entry.fields)
            writer.rowRuleMembers(entry.rules)
        }
    }

    @inline(__always)
    private mutating func entries<Entry>(
        _ name: StaticString, _ entries: [Entry], _ write: (inout JSONWriter, Entry) -> Void
    ) {
        guard !entries.isEmpty else { return }
        self.name(name)
        array { writer in
            for entry in entries { writer.object { writer in write(&writer, entry) } }
        }
    }

    private mutating func member(_ name: StaticString, _ path: IndexPath) {
        self.name(name)
        self.path(path)
    }
}

extension ValueReader {
    /// Reads the change set among the members of a published change.
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
