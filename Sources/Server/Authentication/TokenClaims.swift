package import TextBytes

/// The claims of a valid token.
package struct TokenClaims: Sendable {
    /// The user (`sub`), 1 to 256 bytes without control characters.
    package let user: String
    /// The name that others see (`name`); nil where the token has none.
    package let name: String?
    /// The time from which the token is invalid (`exp`), in Unix milliseconds.
    package let expires: Int
    /// When the token was issued (`iat`), in Unix milliseconds; nil where it does not say.
    package let issued: Int?
    /// The id of the token (`jti`); nil where it has none.
    package let id: String?
    /// Patterns of list names, and the role on the lists that each matches; neither is parsed here.
    package let lists: [TextKey: String]

    package init(
        user: String, name: String? = nil, expires: Int, issued: Int? = nil, id: String? = nil,
        lists: [TextKey: String]
    ) {
        self.user = user
        self.name = name
        self.expires = expires
        self.issued = issued
        self.id = id
        self.lists = lists
    }

    private static let longestText = 256
    /// The latest time that is accepted, in Unix seconds: the year 10000.
    private static let latest = 253_402_300_800.0

    /// What tells whether the token is revoked.
    package var identity: TokenIdentity { TokenIdentity(user: user, issued: issued, id: id) }

    /// Checks the user and the name.
    ///
    /// - Throws: `TokenError.badClaim` where a token with these claims would be refused.
    package func check() throws(TokenError) {
        guard Self.isSound(user), !user.isEmpty else {
            throw .badClaim("sub", "1 to 256 bytes without control characters")
        }
        guard name.map(Self.isSound) ?? true else {
            throw .badClaim("name", "at most 256 bytes without control characters")
        }
    }

    /// Checks the claims of a token whose signature is valid.
    ///
    /// - Parameters:
    ///   - audience: The required audience; nil accepts only tokens without one.
    ///   - now: Unix milliseconds.
    /// - Throws: `TokenError`.
    init(_ payload: TokenPayload, audience: String?, now: Int) throws(TokenError) {
        guard let end = payload.exp, 0...Self.latest ~= end else {
            throw .badClaim("exp", "the end of its life in Unix seconds")
        }
        guard let lists = payload.lists else {
            throw .badClaim("lists", "an object of patterns and roles")
        }
        guard payload.iat.map((0...Self.latest).contains) ?? true else {
            throw .badClaim("iat", "the time of its issue in Unix seconds")
        }
        let expires = Int(end * 1000)
        guard now < expires else { throw .expired }
        if let start = payload.nbf, start * 1000 > Double(now) { throw .notYetValid }
        let isOurs =
            audience.map { ours in payload.aud.contains { $0.isSame(as: ours) } }
            ?? payload.aud.isEmpty
        guard isOurs else { throw .wrongAudience }
        self.init(
            user: payload.sub ?? "", name: payload.name, expires: expires,
            issued: payload.iat.map { Int($0 * 1000) }, id: payload.jti, lists: lists)
        try check()
    }

    private static func isSound(_ text: String) -> Bool {
        text.utf8.count <= longestText
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

// Canonical equivalence: the texts are words of this program.
/// Why the server refuses a token.
package enum TokenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is no token, or is too long.
    case malformed
    /// The server has no keys yet: the token may be valid.
    case unavailable
    /// No key of this server matches, or the signature is wrong.
    case notSigned
    case expired
    /// The token is in the file of revoked tokens, or its user is.
    case revoked
    case notYetValid
    /// The token has another audience.
    case wrongAudience
    /// A claim is missing or wrong: its name, and what it must be.
    case badClaim(String, String)

    /// One sentence for the sender, which contains no part of the token.
    package var description: String {
        switch self {
        case .malformed: "this is no token"
        case .unavailable: "the server has no keys for tokens yet: try again later"
        case .notSigned: "the token is not signed with a key of this server"
        case .expired: "the token has expired: ask for a new one"
        case .revoked: "the token is revoked: sign in again"
        case .notYetValid: "the token is not valid yet"
        case .wrongAudience: "the token is meant for another service"
        case .badClaim(let name, let asked): "the token's claim \(name) must be \(asked)"
        }
    }
}
