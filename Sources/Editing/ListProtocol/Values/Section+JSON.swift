package import JSON
package import ListEditing

extension JSONWriter {
    /// Writes a section, each row with `row`.
    ///
    /// - Parameter members: writes members that clients are not sent.
    package mutating func section(
        _ section: SectionState, members: (inout JSONWriter) -> Void = { _ in },
        row: (inout JSONWriter, Row) -> Void
    ) {
        object { writer in
            writer.sectionMembers(section)
            members(&writer)
            writer.name("rows")
            writer.array { writer in
                for entry in section.rows { row(&writer, entry) }
            }
        }
    }

    /// Writes a section with its rows from `next` on, until `targetBytes` are written, but with one
    /// row at least where there is one.
    mutating func section(
        _ section: SectionState, from next: inout Int, targetBytes: Int, hasAuthors: Bool
    ) {
        object { writer in
            writer.sectionMembers(section)
            writer.name("rows")
            writer.array { writer in
                while next < section.rows.count {
                    writer.object {
                        $0.rowMembers(section.rows[next], hasAuthors: hasAuthors)
                    }
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
    ///
    /// - Parameter hasAuthors: also who changed it, as far as that is known.
    package mutating func rowMembers(_ row: Row, hasAuthors: Bool = false) {
        member("id", row.id.text)
        name("fields")
        fields(row.fields)
        rowRuleMembers(row.rules)
        guard hasAuthors else { return }
        if let by = row.by { stamp("by", by) }
        if let added = row.added { stamp("added", added) }
    }

    private mutating func stamp(_ name: StaticString, _ stamp: RowStamp) {
        self.name(name)
        object { writer in
            writer.member("client", stamp.author.client.text)
            writer.member("user", ifPresent: stamp.author.user)
            writer.member("revision", stamp.revision)
            writer.member("at", stamp.at)
        }
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

    /// Reads the members of a row that clients send and are sent, but not who changed it.
    package func rowState(_ members: Members) throws(DecodingProblem) -> Row {
        Row(
            id: try row(members, "id"), fields: try fields(members),
            rules: try rowRules(members))
    }
}

extension ValueReader {
    /// Reads a row that a server sent, with who changed it where it tells that.
    ///
    /// - Parameter authors: what the rows of the message share.
    func publishedRow(
        _ members: Members, _ authors: inout SharedAuthors
    ) throws(DecodingProblem) -> Row {
        var row = try rowState(members)
        row.authorship = Authorship(
            by: try stamp(members, "by", &authors), added: try stamp(members, "added", &authors))
        return row
    }

    private func stamp(
        _ members: Members, _ name: String, _ authors: inout SharedAuthors
    ) throws(DecodingProblem) -> RowStamp? {
        guard let stamp = try members.object(ifPresent: name) else { return nil }
        do {
            let author = RowAuthor(
                client: ClientID(try stamp.string("client")),
                user: try stamp.string(ifPresent: "user"))
            return RowStamp(
                author: authors.shared(author),
                revision: try stamp.whole("revision", atLeast: 1),
                at: try stamp.whole("at", atLeast: 1))
        } catch {
            throw error.within(name)
        }
    }
}

extension ListState {
    /// Reads a `snapshot`, or a part of one, with who changed the rows where it tells that.
    ///
    /// - Throws: a `DecodingProblem` that names the member.
    package init(snapshot json: JSONValue) throws(DecodingProblem) {
        let reader = ValueReader.unbounded
        var authors = SharedAuthors()
        try self.init(members: Members(json)) { (row) throws(DecodingProblem) in
            try reader.publishedRow(row, &authors)
        }
    }

    /// Reads a list, each row with `row`.
    package init(
        members: Members, row: (Members) throws(DecodingProblem) -> Row
    ) throws(DecodingProblem) {
        try self.init(
            members: members,
            section: { (section) throws(DecodingProblem) in
                try ValueReader.unbounded.sectionState(section, row: row)
            })
    }

    /// Reads a list, each section with `section`.
    package init(
        members: Members, section: (Members) throws(DecodingProblem) -> SectionState
    ) throws(DecodingProblem) {
        let reader = ValueReader.unbounded
        self.init(
            revision: try members.whole("revision", atLeast: 0),
            title: try members.string("title"),
            rules: try reader.rules(ifPresentIn: members) ?? Rules(),
            sections: try members.each("sections", section))
    }
}
