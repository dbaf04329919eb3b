import JSON
package import ListEditing

/// Asks for a new list; files that describe sample lists hold the same.
package struct CreateList: Hashable, Sendable {
    package var list: ListID
    /// The list's id where none was given.
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
    /// - Parameter maximumDepth: Containers that may stand inside one another; a file of a whole
    ///   list has more of them around the values of fields than an edit.
    /// - Throws: an `ErrorMessage` that is ready to be sent.
    package static func read(
        _ bytes: [UInt8], limits: Limits, maximumDepth: Int = JSONReader.clientDepth
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

    init(members: Members, limits: Limits) throws(DecodingProblem) {
        let reader = ValueReader(limits: limits)
        list = try members.list()
        // The name may be longer than a title; its characters have a byte each.
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

    /// The sections as the editing core takes them.
    ///
    /// - Parameter makeID: makes the ids that are missing.
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
