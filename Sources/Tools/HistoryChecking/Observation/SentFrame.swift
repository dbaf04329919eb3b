package import ListEditing
import ListProtocol

/// A frame that a client sent, with its requests.
package struct SentFrame: Sendable {
    package let bytes: [UInt8]
    package let requests: [ObservedRequest]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        requests =
            switch ClientFrame.decode(bytes, limits: ProtocolLimits()) {
            case .messages(let decoded): decoded.map(ObservedRequest.init)
            case .refused(let refusal):
                refusal.edits.map {
                    .edit(ObservedEdit(list: $0.list.text, id: $0.id, kind: .illegal))
                }
            }
    }
}

/// A message from a client, reduced to what the properties are about.
package enum ObservedRequest: Sendable {
    case open(list: String, since: Int?)
    case edit(ObservedEdit)
    case delete(list: String)
    case other

    init(_ message: DecodedMessage) {
        guard case .message(let message) = message else {
            self = .other
            return
        }
        switch message {
        case .open(let open): self = .open(list: open.list.text, since: open.since)
        case .edit(let edit):
            let kind: EditKind =
                switch edit.edit {
                case .success(let actions): .actions(actions)
                case .failure: .illegal
                }
            self = .edit(
                ObservedEdit(list: edit.list.text, id: edit.id, epoch: edit.epoch, kind: kind))
        case .undo(let undo):
            self = .edit(
                ObservedEdit(
                    list: undo.list.text, id: undo.id, epoch: undo.epoch, kind: .undo))
        case .redo(let redo):
            self = .edit(
                ObservedEdit(
                    list: redo.list.text, id: redo.id, epoch: redo.epoch, kind: .redo))
        case .restore(let restore):
            self = .edit(
                ObservedEdit(
                    list: restore.list.text, id: restore.id, epoch: restore.epoch, kind: .restore))
        case .delete(let list): self = .delete(list: list.text)
        default: self = .other
        }
    }
}

/// An edit, undo, redo or restore as a client sent it.
package struct ObservedEdit: Sendable {
    package let list: String
    /// The id that the client gave the edit; unique per client and list.
    package let id: Int
    /// Nil: the epoch under which the session has the list open.
    package let epoch: String?
    package let kind: EditKind

    init(list: String, id: Int, epoch: String? = nil, kind: EditKind) {
        self.list = list
        self.id = id
        self.epoch = epoch
        self.kind = kind
    }
}

/// What an edit requests.
package enum EditKind: Sendable {
    /// Actions that can be decoded, with their base revision.
    case actions(Edit)
    case undo
    case redo
    case restore
    /// An edit that the server must refuse.
    case illegal
}
