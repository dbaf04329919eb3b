import JSON

/// Signs tokens with the first key of a file that can sign.
package struct TokenSigner: Sendable {
    private let key: TokenKey

    /// Reads the key.
    ///
    /// - Throws: `KeyFileError` where the file holds no key that can sign.
    package init(keyFile path: String) throws(KeyFileError) {
        let keys = try KeySet(path: path).keys
        guard let key = keys.first(where: \.canSign) else {
            throw KeyFileError("holds public keys only; signing needs the private one").of(path)
        }
        self.key = key
    }

    /// Returns a signed token with these claims, and the audience where it is not nil.
    ///
    /// - Throws: `KeyFileError` where libcrypto does not sign.
    package func sign(_ claims: TokenClaims, audience: String?) throws(KeyFileError) -> String {
        let payload = TokenPayload(
            sub: claims.user, name: claims.name, exp: Double(claims.expires / 1000), nbf: nil,
            aud: audience.map { [$0] } ?? [], lists: claims.lists,
            iat: claims.issued.map { Double($0 / 1000) }, jti: claims.id)
        var header = JSONWriter()
        header.object { header in
            header.member("alg", key.algorithm.rawValue)
            header.member("typ", "JWT")
            header.member("kid", ifPresent: key.id)
        }
        let signed = Base64URL.encode(header.bytes) + "." + Base64URL.encode(payload.encoded)
        return signed + "." + Base64URL.encode(try key.sign(Array(signed.utf8)))
    }
}

/// Generates keys for tokens, as the texts of key files.
package enum KeyGenerator {
    /// A key that signs, and the public key that verifies; nil for a symmetric key.
    package struct Pair: Sendable {
        package let secret: String
        package let `public`: String?
    }

    /// Generates a key.
    ///
    /// - Throws: `KeyFileError` where the system gives no random bytes.
    package static func generate(_ algorithm: TokenAlgorithm) throws(KeyFileError) -> Pair {
        if algorithm == .hs256 {
            let bytes = (0..<TokenKey.shortestSecret).map { _ in UInt8.random(in: 0...255) }
            return Pair(secret: Base64URL.encode(bytes) + "\n", public: nil)
        }
        guard let key = SignatureKey(generating: algorithm),
            let secret = key.pem(isPrivate: true), let verifying = key.pem(isPrivate: false)
        else { throw KeyFileError("cannot be made: libcrypto generates no key") }
        return Pair(secret: secret, public: verifying)
    }
}
