package import Authentication
package import ListProtocol
import TextBytes

/// What one user may do with which lists, and until when.
///
/// Of several patterns that fit a list, the most exact one decides: a name before a beginning, a
/// longer beginning before a shorter one. So `{"*":"editor","payroll":"viewer"}` lessens what `*`
/// gives, and `{"*":"viewer","team-*":"owner"}` adds to it. A list that no pattern fits does not
/// exist for this user.
package struct Grants: Sendable {
    /// Who it is; nil where authentication is off.
    package let user: String?
    /// The name that others are to see, where the token gives one.
    package let name: String?
    /// What tells whether the token has been revoked since; nil where authentication is off.
    let token: TokenIdentity?
    /// The end of it all, in Unix milliseconds; nil: none.
    package let expires: Int?
    /// From the most exact pattern down.
    private let rules: [Rule]

    private struct Rule: Sendable {
        let pattern: ListPattern
        let role: Role
    }

    /// Everyone owns every list.
    package static let everything = Grants(
        user: nil, name: nil, token: nil, expires: nil, rules: [Rule(pattern: .all, role: .owner)])

    private init(
        user: String?, name: String?, token: TokenIdentity?, expires: Int?, rules: [Rule]
    ) {
        self.user = user
        self.name = name
        self.token = token
        self.expires = expires
        self.rules = rules
    }

    /// What a token gives.
    ///
    /// - Throws: `TokenError.badClaim` for a pattern or a role that means nothing.
    package init(_ claims: TokenClaims) throws(TokenError) {
        var rules: [Rule] = []
        for (text, name) in claims.lists {
            guard let pattern = ListPattern(text.text) else {
                throw .badClaim("lists", "patterns such as *, team-* or a list's name")
            }
            guard let role = Role(word: name) else {
                throw .badClaim("lists", "patterns with viewer, editor or owner")
            }
            rules.append(Rule(pattern: pattern, role: role))
        }
        rules.sort { $0.pattern.isMoreExact(than: $1.pattern) }
        self.init(
            user: claims.user, name: claims.name, token: claims.identity, expires: claims.expires,
            rules: rules)
    }

    /// What may be done with the list; nil: not even know of it.
    ///
    /// O(patterns).
    package func role(on list: ListID) -> Role? {
        rules.first { $0.pattern.matches(list) }?.role
    }

    /// Whether there is any list that this user owns, or would if it was made.
    package var ownsSomething: Bool { rules.contains { $0.role == .owner } }

    /// Whether every list, made or yet to be made, is this user's.
    package var ownsEverything: Bool {
        rules.last?.pattern == .all && rules.allSatisfy { $0.role == .owner }
    }
}

extension ListPattern {
    static let all = ListPattern(beginning: "")
}

// Canonical equivalence: it has the characters of an id.
/// Names of lists: one name, all that begin alike (`team-*`), or all (`*`).
package struct ListPattern: Hashable, Sendable {
    /// What a name begins with, or is.
    let text: String
    /// Whether a name may go on after it.
    let isPrefix: Bool

    /// Nil where no list's name could fit: a `*` elsewhere than at the end, or other characters
    /// than names have.
    package init?(_ pattern: String) {
        isPrefix = pattern.ends(with: "*")
        text = isPrefix ? String(Substring(pattern.utf8.dropLast())) : pattern
        guard (isPrefix && text.isEmpty) || ListPattern.couldBegin(text) else { return nil }
        if !isPrefix, ListID(checking: text) == nil { return nil }
    }

    /// All names that begin so.
    init(beginning text: String) {
        self.text = text
        isPrefix = true
    }

    package func matches(_ list: ListID) -> Bool {
        isPrefix ? list.text.begins(with: text) : list.text.isSame(as: text)
    }

    /// Whether it says more exactly than `other` which lists are meant.
    func isMoreExact(than other: ListPattern) -> Bool {
        isPrefix == other.isPrefix
            ? text.utf8.count > other.text.utf8.count : !isPrefix
    }

    /// A name may begin with dots, though none consists of them alone.
    private static func couldBegin(_ text: String) -> Bool {
        ListID(checking: text) != nil || text.isSame(as: ".") || text.isSame(as: "..")
    }
}
