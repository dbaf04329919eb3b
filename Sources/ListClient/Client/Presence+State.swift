import ListProtocol

extension Presence {
    /// As it is received.
    init(_ state: PresenceState) {
        self.init(
            mode: Mode(rawValue: state.mode.rawValue) ?? .inactive, selected: state.selected,
            dragging: state.dragging)
        editing = state.editing.map { ($0.row, $0.field) }
    }

    /// As it is sent.
    var state: PresenceState {
        PresenceState(
            mode: EditMode(rawValue: mode.rawValue) ?? .inactive, selected: selected,
            dragging: dragging,
            editing: editing.map { EditedField(row: $0.row, field: $0.field) })
    }
}
