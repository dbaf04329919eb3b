package import JSON
package import ListEditing

extension JSONWriter {
    /// Writes a section, each row with `row`.
    package mutating func section(
        _ section: SectionState, row: (inout JSONWriter, Row) -> Void
    ) {
        object { writer in
            writer.sectionMembers(section)
            writer.name("rows")
            writer.array { writer in
                for entry in section.rows { row(&writer, entry) }
            }
        }
    }

    /// Writes a section with its rows from `next` on, until `targetBytes` are written, but with one
    /// row at least where there is one.
    mutating func section(_ section: SectionState, from next: inout Int, targetBytes: Int) {
        object { writer in
            writer.sectionMembers(section)
            writer.name("rows")
            writer.array { writer in
                while next < section.rows.count {
                    writer.object { $0.rowMembers(section.rows[next]) }
                    next += 1
                    if writer.count >= targetBytes { break }
                }
            }
        }
    }

    /// Writes the members of a section without its rows.
    package mutating func sectionMembers(_ section: SectionState) {
        member("id", section.id.text)
        member("title", section.title)
        name("rules")
        rules(section.rules)
    }

    /// Writes the members of a row that clients are sent.
    package mutating func rowMembers(_ row: Row) {
        member("id", row.id.text)
        name("fields")
        fields(row.fields)
        rowRuleMembers(row.rules)
    }
}

extension ValueReader {
    /// Reads a section, each row with `row`.
    package func sectionState(
        _ members: Members, row: (Members) throws(DecodingProblem) -> Row
    ) throws(DecodingProblem) -> SectionState {
        SectionState(
            id: try section(members, "id"), title: try title(members),
            rules: try rules(ifPresentIn: members) ?? Rules(), rows: try members.each("rows", row))
    }

    /// Reads the members of a row that clients are sent.
    package func rowState(_ members: Members) throws(DecodingProblem) -> Row {
        Row(
            id: try row(members, "id"), fields: try fields(members),
            rules: try rowRules(members))
    }
}

extension ListState {
    /// Reads a `snapshot`, or a part of one, which does not tell who changed the rows.
    ///
    /// - Throws: a `DecodingProblem` that names the member.
    package init(snapshot json: JSONValue) throws(DecodingProblem) {
        let reader = ValueReader.unbounded
        try self.init(members: Members(json)) { (row) throws(DecodingProblem) in
            try reader.rowState(row)
        }
    }

    /// Reads a list, each row with `row`.
    package init(
        members: Members, row: (Members) throws(DecodingProblem) -> Row
    ) throws(DecodingProblem) {
        let reader = ValueReader.unbounded
        self.init(
            revision: try members.whole("revision", atLeast: 0),
            title: try members.string("title"),
            rules: try reader.rules(ifPresentIn: members) ?? Rules(),
            sections: try members.each("sections") { (section) throws(DecodingProblem) in
                try reader.sectionState(section, row: row)
            })
    }
}
