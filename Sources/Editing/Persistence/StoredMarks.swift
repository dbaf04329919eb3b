package import JSON
package import ListEditing
package import ListProtocol

extension RestoredMarks {
    /// Writes the marks as the journal stores them beside their set.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("row", row.text)
            writer.member("placed", ifPresent: placed)
            writer.member("mark", ifPresent: mark)
            writer.name("fields")
            writer.object { writer in
                for mark in fields {
                    writer.name(mark.name)
                    writer.whole(mark.revision)
                }
            }
        }
    }

    /// Reads what `write` wrote.
    ///
    /// - Throws: a `DecodingProblem` that names the member.
    package init(json: JSONValue) throws(DecodingProblem) {
        let members = try Members(json)
        var fields: [FieldMark] = []
        for member in try members.object("fields").object.members {
            guard let revision = member.value.whole else {
                throw DecodingProblem("fields.\(member.name)", "must be a whole number")
            }
            fields.append(FieldMark(name: member.name, revision: revision))
        }
        self.init(
            row: RowID(try members.identifier("row")),
            placed: try members.whole(ifPresent: "placed"), fields: fields,
            mark: try members.whole(ifPresent: "mark"))
    }
}

extension RestoredSection {
    /// Writes the place as the journal stores it beside its set.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("section", section.text)
            writer.member("placed", ifPresent: placed)
            writer.member("mark", ifPresent: mark)
        }
    }

    /// Reads what `write` wrote.
    ///
    /// - Throws: a `DecodingProblem` that names the member.
    package init(json: JSONValue) throws(DecodingProblem) {
        let members = try Members(json)
        self.init(
            section: SectionID(try members.identifier("section")),
            placed: try members.whole(ifPresent: "placed"),
            mark: try members.whole(ifPresent: "mark"))
    }
}
