import JWTKit

/// Makes tokens with the first key of a file that can sign.
package struct TokenSigner: Sendable {
    private let key: TokenKey

    package init(keyFile path: String) async throws(KeyFileError) {
        let keys = try await KeySet(path: path).keys
        guard let key = keys.first(where: \.canSign) else {
            throw KeyFileError("holds public keys only; signing needs the private one").of(path)
        }
        self.key = key
    }

    /// A token that says so.
    package func sign(_ claims: TokenClaims, audience: String?) async throws -> String {
        let payload = TokenPayload(
            sub: claims.user, name: claims.name, exp: Double(claims.expires / 1000), nbf: nil,
            aud: audience.map { TokenPayload.Audience($0) }, lists: claims.lists)
        var header = JWTHeader()
        // Setting nil would write `"kid":null`.
        if let id = key.id { header.kid = id }
        return try await key.collection.sign(payload, header: header)
    }
}
