import Authentication
package import ListDocument
package import ListEditing
package import ListProtocol
import TextBytes

/// Who speaks in a session, and what they may do.
package final class Principal: Sendable {
    package let client: ClientID
    package let name: String?
    package let grants: Grants

    /// - Parameter key: what the client keeps to itself.
    /// - Parameter name: the requested name; a name in the grants has precedence.
    package init(key: String, name: String?, grants: Grants) {
        client = ClientName.make(user: grants.user ?? "", key: key)
        self.name = grants.name ?? name
        self.grants = grants
    }

    /// The same principal with what a newer token of its user grants.
    private init(_ principal: Principal, grants: Grants) {
        client = principal.client
        name = grants.name ?? principal.name
        self.grants = grants
    }

    /// The same principal with what a newer token grants; nil where that is another user's.
    package func renewed(by grants: Grants) -> Principal? {
        areSame(grants.user, self.grants.user) ? Principal(self, grants: grants) : nil
    }

    /// The principal as the author of edits of a list; nil without a role on it.
    package func author(on list: ListID, isRemembered: Bool = true) -> Author? {
        grants.role(on: list).map { role in
            Author(
                client: client, name: name, user: grants.user, role: role,
                isRemembered: isRemembered)
        }
    }
}
