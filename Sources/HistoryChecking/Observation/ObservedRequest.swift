import ListEditing
import ListProtocol

/// What a client says, as far as it matters to the properties.
package enum SaidMessage: Sendable {
    case open(list: String, since: Int?, epoch: String?)
    case edit(SaidEdit)
    case other

    init(_ message: DecodedMessage) {
        guard case .message(let message) = message else {
            self = .other
            return
        }
        switch message {
        case .open(let open):
            self = .open(list: open.list.text, since: open.since, epoch: open.epoch)
        case .edit(let edit):
            let kind: EditKind =
                switch edit.edit {
                case .success(let actions): .actions(actions)
                case .failure: .illegal
                }
            self = .edit(
                SaidEdit(list: edit.list.text, id: edit.id, epoch: edit.epoch, kind: kind))
        case .undo(let undo):
            self = .edit(
                SaidEdit(list: undo.list.text, id: undo.id, epoch: undo.epoch, kind: .undo))
        case .redo(let redo):
            self = .edit(
                SaidEdit(list: redo.list.text, id: redo.id, epoch: redo.epoch, kind: .redo))
        default: self = .other
        }
    }
}
