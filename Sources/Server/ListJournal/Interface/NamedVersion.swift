// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
/// A revision of a list that has a name, with the list as it was then: it is kept for as long as it has
/// the name.
package struct NamedVersion: Hashable, Sendable {
    package var name: String
    package var revision: Int
    /// When it was named, in Unix milliseconds.
    package var at: Int
    /// Who named it, where authentication is on.
    package var user: String?

    package init(name: String, revision: Int, at: Int, user: String?) {
        self.name = name
        self.revision = revision
        self.at = at
        self.user = user
    }

    /// The order in which they are told: by revision, then by name.
    static func precedes(_ left: NamedVersion, _ right: NamedVersion) -> Bool {
        (left.revision, left.name) < (right.revision, right.name)
    }
}

/// What became of a version that was to be stored.
package enum NamingOutcome: Hashable, Sendable {
    case stored
    /// The list has a version of that name.
    case taken
    /// The list has as many as it may.
    case full
    /// The list is deleted.
    case gone
}
