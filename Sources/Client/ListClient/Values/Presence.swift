public import ListEditing
import ListProtocol

/// What a client is doing in a list, as the others see it.
public struct Presence: Sendable, Hashable {
    /// Whether a client is editing.
    public enum Mode: String, Sendable {
        /// Viewing only.
        case inactive
        /// In edit mode.
        case active
        /// One row is swiped open.
        case transient
    }

    /// Whether it is editing.
    public var mode: Mode
    /// The rows that are selected.
    public var selected: [RowID]
    /// The row that is being dragged.
    public var dragging: RowID?
    /// The row and field that are being written.
    public var editing: (row: RowID, field: String)? {
        get { editedRow.map { ($0, editedField) } }
        set {
            editedRow = newValue?.row
            editedField = newValue?.field ?? ""
        }
    }
    private var editedRow: RowID?
    private var editedField = ""

    /// Makes a presence; without arguments, that of a client that only views.
    public init(mode: Mode = .inactive, selected: [RowID] = [], dragging: RowID? = nil) {
        self.mode = mode
        self.selected = selected
        self.dragging = dragging
    }
}

/// Another client that has a list open.
public struct Participant: Sendable, Hashable {
    /// The public name of the client.
    public var client: ClientID
    /// The name of its user; nil where none was given.
    public var name: String?
    /// What it is doing.
    public var presence: Presence

    package init(client: ClientID, name: String?, presence: Presence) {
        self.client = client
        self.name = name
        self.presence = presence
    }
}

/// The other clients that have a list open.
struct Roster: Equatable {
    private var others: [ClientID: Participant] = [:]

    /// Applies a presence message; the first one after opening (`isComplete`) lists everyone.
    mutating func apply(_ message: PresenceMessage, me: ClientID?, isComplete: Bool) {
        if isComplete { others = [:] }
        for client in message.left { others[client] = nil }
        for entry in message.clients where entry.client != me {
            others[entry.client] = Participant(
                client: entry.client, name: entry.name, presence: Presence(entry.state))
        }
    }

    mutating func clear() {
        others = [:]
    }

    /// The others, by name.
    var participants: [Participant] {
        others.values.sorted { ($0.name ?? "", $0.client.text) < ($1.name ?? "", $1.client.text) }
    }
}

extension Presence {
    /// The presence of a message from the server.
    init(_ state: PresenceState) {
        self.init(
            mode: Mode(rawValue: state.mode.rawValue) ?? .inactive, selected: state.selected,
            dragging: state.dragging)
        editing = state.editing.map { ($0.row, $0.field) }
    }

    /// The presence as it is sent.
    var state: PresenceState {
        PresenceState(
            mode: EditMode(rawValue: mode.rawValue) ?? .inactive, selected: selected,
            dragging: dragging,
            editing: editing.map { EditedField(row: $0.row, field: $0.field) })
    }
}
