package import JSON
package import ListEditing
package import ListProtocol

extension StoredPlaceMarks {
    /// Writes the marks as a snapshot stores them.
    ///
    /// `{"sections":[rows, made, id, …],"rows":[{"section":…,"bands":[[rows, made, id, …], …],
    /// "deleted":[made, rows]}, …]}`.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.name("sections")
            writer.marks(sections)
            writer.name("rows")
            writer.array { writer in
                for inside in rows {
                    writer.object { writer in
                        writer.member("section", inside.section.text)
                        writer.name("bands")
                        writer.array { writer in
                            for band in inside.bands { writer.marks(band) }
                        }
                        if let deletion = inside.deleted {
                            writer.name("deleted")
                            writer.array { writer in
                                writer.whole(deletion.made)
                                writer.whole(deletion.rows)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Reads what `write` wrote.
    ///
    /// - Throws: a `DecodingProblem` that names the member.
    package init(json: JSONValue) throws(DecodingProblem) {
        self.init()
        let members = try Members(json)
        sections = try Self.marks(try members.array("sections"), "sections")
        rows = try members.each("rows") { (inside) throws(DecodingProblem) in
            var bands: [[Mark]] = []
            for band in try inside.array("bands") {
                guard case .array(let values) = band else {
                    throw DecodingProblem("bands", "must be arrays of marks")
                }
                bands.append(try Self.marks(values, "bands"))
            }
            let deletion = try inside.array(ifPresent: "deleted")?.map(\.whole)
            guard bands.count == 3, deletion == nil || deletion?.count == 2 else {
                throw DecodingProblem("bands", "must be those of a section")
            }
            var deleted: Deletion?
            if let deletion {
                guard let made = deletion[0], let rows = deletion[1], rows >= 0 else {
                    throw DecodingProblem("deleted", "must be a set and a number of rows")
                }
                deleted = Deletion(made: made, rows: rows)
            }
            return Inside(
                section: SectionID(try inside.identifier("section")), bands: bands,
                deleted: deleted)
        }
    }

    private static func marks(
        _ values: [JSONValue], _ member: String
    ) throws(DecodingProblem) -> [Mark] {
        guard values.count % 3 == 0 else {
            throw DecodingProblem(member, "must be rows, sets and ids")
        }
        var marks: [Mark] = []
        marks.reserveCapacity(values.count / 3)
        for index in stride(from: 0, to: values.count, by: 3) {
            guard let rows = values[index].whole, rows >= 0, rows < Int(Int32.max),
                let made = values[index + 1].whole, let id = values[index + 2].string
            else { throw DecodingProblem("\(member)[\(index)]", "must be rows, a set and an id") }
            marks.append(Mark(rows: rows, made: made, id: id))
        }
        return marks
    }
}

extension JSONWriter {
    fileprivate mutating func marks(_ marks: [StoredPlaceMarks.Mark]) {
        array { writer in
            for mark in marks {
                writer.whole(mark.rows)
                writer.whole(mark.made)
                writer.string(mark.id)
            }
        }
    }
}
