import JSON
package import ListEditing

/// A row of a list that is to be created.
package struct RowSeed: Hashable, Sendable {
    /// Nil where the server is to make one.
    package var id: RowID?
    package var fields: Fields
    package var rules: RowRules

    package init(id: RowID?, fields: Fields, rules: RowRules = RowRules()) {
        self.id = id
        self.fields = fields
        self.rules = rules
    }

    init(members: Members, reader: ValueReader) throws(DecodingProblem) {
        id = try members.identifier(ifPresent: "id").map(RowID.init)
        fields = try reader.fields(members)
        rules = try reader.rowRules(members)
    }
}
