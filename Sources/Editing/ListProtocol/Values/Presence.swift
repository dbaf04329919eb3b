import JSON
package import ListEditing
import TextBytes

/// What a client does in a list: its selection, and what it drags or edits.
package struct PresenceState: Hashable, Sendable {
    /// The most selected rows that others are sent, counted from the first.
    ///
    /// Presence goes to every session up to twenty times a second, so it must be short.
    package static let selectedLimit = 500
    /// The most bytes of the name of an edited field.
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

// Canonical equivalence: foreign words are read by `init(word:)`.
/// The edit mode of a client.
package enum EditMode: String, Sendable, CaseIterable {
    case inactive
    case active
    /// One row shows its swipe actions.
    case transient
}

/// The field that a client edits.
package struct EditedField: Hashable, Sendable {
    package var row: RowID
    package var field: String

    package init(row: RowID, field: String) {
        self.row = row
        self.field = field
    }
}

/// `presence` from a client: its state, which the others in the list receive.
package struct PresenceUpdate: Hashable, Sendable {
    package var list: ListID
    package var state: PresenceState

    package init(list: ListID, state: PresenceState) {
        self.list = list
        self.state = state
    }
}

/// A client in a list.
package struct PresentClient: Hashable, Sendable {
    package var client: ClientID
    package var name: String?
    package var state: PresenceState

    package init(client: ClientID, name: String?, state: PresenceState) {
        self.client = client
        self.name = name
        self.state = state
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("client", client.text)
            writer.member("name", ifPresent: name)
            state.writeMembers(to: &writer)
        }
    }
}

extension EditedField {
    /// Whether both are the same, texts byte by byte.
    package static func == (left: Self, right: Self) -> Bool {
        left.row == right.row && left.field.isSame(as: right.field)
    }

    /// Hashes texts by their bytes.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(row)
        hasher.combine(TextKey(field))
    }
}

extension PresentClient {
    /// Whether both are the same, texts byte by byte.
    package static func == (left: Self, right: Self) -> Bool {
        left.client == right.client && areSame(left.name, right.name)
            && left.state == right.state
    }

    /// Hashes texts by their bytes.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(client)
    }
}
