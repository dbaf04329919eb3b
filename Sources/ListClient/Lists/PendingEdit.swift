import ListEditing
import ListProtocol

/// An edit, undo or redo that waits for its answer, or whose set has not arrived yet.
struct PendingEdit: Equatable {
    /// What is asked.
    enum Kind: Hashable {
        case edit([Action])
        case undo
        case redo
    }

    let id: Int
    let kind: Kind
    /// The revision and epoch that it was made at.
    let base: Int
    let epoch: String?
    /// When it was made, in seconds.
    let at: Double
    /// When it was sent in this session, in seconds; nil where it was not.
    var sentAt: Double?
    /// The revision of the answer, once there is one: until that revision has arrived the edit
    /// stays applied here, so that nothing jumps back meanwhile.
    var settledAt: Int?

    /// The message that sends it, the first time and again.
    func message(list: ListID) -> ClientMessage {
        switch kind {
        case .edit(let actions):
            .edit(
                EditMessage(
                    list: list, id: id, base: base, epoch: epoch,
                    edit: .success(Edit(base: base, actions: actions))))
        case .undo: .undo(UndoMessage(list: list, id: id, epoch: epoch))
        case .redo: .redo(UndoMessage(list: list, id: id, epoch: epoch))
        }
    }
}
