import ListEditing
import ListProtocol

/// Who sends an edit.
struct Author: Sendable {
    let client: ClientID
    /// The name given in `hello`.
    var name: String?
    /// Who it is where authentication is on.
    var user: String?
    var role = Role.owner
    /// False for a key that was made for one HTTP edit: the list keeps nothing about it.
    var isRemembered = true

    /// Whether an answer is stored with the list: nothing that a viewer sends makes the journal
    /// write.
    var leavesTrace: Bool { isRemembered && role != .viewer }
}
