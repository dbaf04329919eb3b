import JSON
package import ListEditing

// Canonical equivalence: the server does not compare messages.
/// `create`: creates a list.
///
/// Files of lists have the same members.
package struct CreateList: Hashable, Sendable {
    package var list: ListID
    /// The title; the list's id where none is given.
    package var title: String
    package var rules: Rules
    package var sections: [SectionSeed]

    package init(
        list: ListID, title: String, rules: Rules = Rules(), sections: [SectionSeed] = []
    ) {
        self.list = list
        self.title = title
        self.rules = rules
        self.sections = sections
    }

    /// Reads a file, or the body of `POST /api/lists`.
    ///
    /// - Parameter maximumDepth: the deepest nesting of containers; a file of a list nests the
    ///   values of fields deeper than an edit.
    /// - Throws: the `ErrorMessage` to send.
    package static func read(
        _ bytes: [UInt8], limits: ProtocolLimits, maximumDepth: Int = JSONReader.clientDepth
    ) throws(ErrorMessage) -> CreateList {
        let members = try HTTPBody.members(bytes, maximumDepth: maximumDepth)
        do {
            return try CreateList(members: members, limits: limits)
        } catch {
            throw ErrorMessage(
                .badMessage, error.message,
                list: members["list"]?.string.flatMap(ListID.init(checking:)))
        }
    }

    init(members: Members, limits: ProtocolLimits) throws(DecodingProblem) {
        let reader = ValueReader(limits: limits)
        list = try members.list()
        // An id can be longer than a title; its characters have a byte each.
        title =
            try reader.title(ifPresentIn: members)
            ?? String(list.text.prefix(limits.titleBytes))
        rules = try reader.rules(ifPresentIn: members) ?? Rules()
        let count = try members.array(ifPresent: "sections")?.count ?? 0
        guard count <= limits.sections else {
            throw DecodingProblem(.tooLarge, "sections", "are more than \(limits.sections)")
        }
        sections = try members.each("sections") { (section) throws(DecodingProblem) in
            try SectionSeed(members: section, reader: reader)
        }
    }

    /// The sections for the editing core.
    ///
    /// - Parameter makeID: returns an id for a section or row that has none.
    package func states(makeID: () -> String) -> [SectionState] {
        sections.map { section in
            SectionState(
                id: section.id ?? SectionID(makeID()), title: section.title,
                rules: section.rules,
                rows: section.rows.map { row in
                    Row(
                        id: row.id ?? RowID(makeID()), fields: row.fields, rules: row.rules)
                })
        }
    }
}

extension CreateList {
    /// The body of `POST /api/lists`.
    package var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in writeMembers(to: &writer) }
        return writer.bytes
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("list", list.text)
        writer.member("title", title)
        writer.name("rules")
        writer.rules(rules)
        writer.name("sections")
        writer.array { writer in
            for section in sections { writer.object { $0.sectionMembers(section) } }
        }
    }
}

extension JSONWriter {
    /// Writes the members of a section of a new list.
    package mutating func sectionMembers(_ section: SectionSeed) {
        member("id", ifPresent: section.id?.text)
        member("title", section.title)
        name("rules")
        rules(section.rules)
        name("rows")
        array { writer in
            for row in section.rows {
                writer.object { writer in
                    writer.member("id", ifPresent: row.id?.text)
                    writer.name("fields")
                    writer.fields(row.fields)
                    writer.rowRuleMembers(row.rules)
                }
            }
        }
    }
}

// Canonical equivalence: the server does not compare messages.
/// A section of a list to be created.
package struct SectionSeed: Hashable, Sendable {
    /// The id; nil where the server makes one.
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

/// A row of a list to be created.
package struct RowSeed: Hashable, Sendable {
    /// The id; nil where the server makes one.
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
