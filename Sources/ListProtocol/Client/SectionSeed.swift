import JSON
package import ListEditing

/// A section of a list that is to be created.
package struct SectionSeed: Hashable, Sendable {
    /// Nil where the server is to make one.
    package var id: SectionID?
    package var title: String
    package var rules: Rules
    package var rows: [RowSeed]

    package init(id: SectionID?, title: String, rules: Rules = Rules(), rows: [RowSeed]) {
        self.id = id
        self.title = title
        self.rules = rules
        self.rows = rows
    }

    init(members: Members, reader: ValueReader) throws(DecodingProblem) {
        id = try members.identifier(ifPresent: "id").map(SectionID.init)
        title = try reader.title(ifPresentIn: members) ?? ""
        rules = try reader.rules(ifPresentIn: members) ?? Rules()
        rows = try members.each("rows") { (row) throws(DecodingProblem) in
            try RowSeed(members: row, reader: reader)
        }
    }
}
