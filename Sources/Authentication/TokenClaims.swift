/// What a token says that was found good.
package struct TokenClaims: Hashable, Sendable {
    /// Who it is (`sub`), 1 to 256 bytes without control characters.
    package let user: String
    /// What others are to see, where the token says so.
    package let name: String?
    /// When it ends, in Unix milliseconds.
    package let expires: Int
    /// Patterns of list names, with what is allowed on those; not yet understood.
    package let lists: [String: String]

    package init(user: String, name: String? = nil, expires: Int, lists: [String: String]) {
        self.user = user
        self.name = name
        self.expires = expires
        self.lists = lists
    }

    private static let longestText = 256
    /// Unix seconds up to which times are taken for what they say: the year 10000.
    private static let latest = 253_402_300_800.0

    /// Whether a token that says so would be taken.
    ///
    /// - Throws: what is wrong with the names in it.
    package func check() throws(TokenProblem) {
        guard Self.isSound(user), !user.isEmpty else {
            throw .badClaim("sub", "1 to 256 bytes without control characters")
        }
        guard name.map(Self.isSound) ?? true else {
            throw .badClaim("name", "at most 256 bytes without control characters")
        }
    }

    /// Judges the claims of a token whose signature is good.
    ///
    /// - Parameters:
    ///   - audience: who the token must be for; nil: it names nobody.
    ///   - now: Unix milliseconds.
    init(_ payload: TokenPayload, audience: String?, now: Int) throws(TokenProblem) {
        guard let end = payload.exp, 0...Self.latest ~= end else {
            throw .badClaim("exp", "the end of its life in Unix seconds")
        }
        guard let lists = payload.lists else {
            throw .badClaim("lists", "an object of patterns and roles")
        }
        let expires = Int(end * 1000)
        guard now < expires else { throw .expired }
        if let start = payload.nbf, start * 1000 > Double(now) { throw .notYetValid }
        let audiences = payload.aud?.names ?? []
        guard audience.map(audiences.contains) ?? audiences.isEmpty else { throw .wrongAudience }
        self.init(
            user: payload.sub ?? "", name: payload.name, expires: expires, lists: lists)
        try check()
    }

    private static func isSound(_ text: String) -> Bool {
        text.utf8.count <= longestText
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
