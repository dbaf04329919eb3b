import ListEditing
import ListProtocol

/// Who sends an edit.
///
/// Shared by the edits that a session sends to a list.
final class Author: Sendable {
    let client: ClientID
    /// The name given in `hello`.
    let name: String?
    /// Who it is where authentication is on.
    let user: String?
    let role: Role
    /// False for a key that was made for one HTTP edit: the list keeps nothing about it.
    let isRemembered: Bool

    init(
        client: ClientID, name: String? = nil, user: String? = nil, role: Role = .owner,
        isRemembered: Bool = true
    ) {
        self.client = client
        self.name = name
        self.user = user
        self.role = role
        self.isRemembered = isRemembered
    }

    /// Whether an answer is stored with the list: nothing that a viewer sends makes the journal
    /// write.
    var leavesTrace: Bool { isRemembered && role != .viewer }
}
