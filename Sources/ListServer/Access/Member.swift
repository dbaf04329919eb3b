import ListEditing
import ListProtocol

/// Who speaks in a session, and what they may do.
final class Member: Sendable {
    let client: ClientID
    let name: String?
    let grants: Grants

    /// - Parameter key: what the client keeps to itself.
    /// - Parameter name: what it wants to be called; a name that the grants give goes before.
    init(key: String, name: String?, grants: Grants) {
        client = ClientName.make(user: grants.user ?? "", key: key)
        self.name = grants.name ?? name
        self.grants = grants
    }

    /// The member as the author of edits of a list; nil without a role on it.
    func author(on list: ListID, isRemembered: Bool = true) -> Author? {
        grants.role(on: list).map { role in
            Author(
                client: client, name: name, user: grants.user, role: role,
                isRemembered: isRemembered)
        }
    }
}
