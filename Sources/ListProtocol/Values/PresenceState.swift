import JSON
package import ListEditing

/// What a client is doing in a list.
package struct PresenceState: Hashable, Sendable {
    /// So many selected rows are told to others, from the first on: presence goes to everyone, and twenty
    /// times a second, so that what one client says of itself must be short.
    package static let selectedLimit = 500
    /// A field's name may have so many bytes here.
    package static let fieldBytes = 1_024

    package var mode: EditMode
    package var selected: [RowID]
    package var dragging: RowID?
    package var editing: EditedField?

    package init(
        mode: EditMode = .inactive, selected: [RowID] = [], dragging: RowID? = nil,
        editing: EditedField? = nil
    ) {
        self.mode = mode
        self.selected = selected
        self.dragging = dragging
        self.editing = editing
    }

    /// Writes the members that follow a client's name.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("mode", mode.rawValue)
        writer.name("selected")
        writer.array { writer in
            for row in selected { writer.string(row.text) }
        }
        writer.member("dragging", ifPresent: dragging?.text)
        if let editing {
            writer.name("editing")
            writer.object { writer in
                writer.member("row", editing.row.text)
                writer.member("field", editing.field)
            }
        }
    }

    init(members: Members) throws(DecodingProblem) {
        mode = try members.choice(ifPresent: "mode") ?? .inactive
        selected =
            try members.identifiers(ifPresent: "selected", first: Self.selectedLimit)?
            .map(RowID.init) ?? []
        dragging =
            try members.isNull("dragging")
            ? nil : members.identifier(ifPresent: "dragging").map(RowID.init)
        if !members.isNull("editing"), let open = try members.object(ifPresent: "editing") {
            editing = try DecodingProblem.inside("editing") { () throws(DecodingProblem) in
                let field = try open.string("field")
                guard field.utf8.count <= Self.fieldBytes else {
                    throw DecodingProblem("field", "must have at most \(Self.fieldBytes) bytes")
                }
                return EditedField(row: RowID(try open.identifier("row")), field: field)
            }
        }
    }
}
