import Crypto
import CryptoExtras
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
    /// - Throws: What the cryptography throws.
    package func sign(_ claims: TokenClaims, audience: String?) throws -> String {
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
    package static func generate(_ algorithm: TokenAlgorithm) throws -> Pair {
        switch algorithm {
        case .hs256:
            let key = SymmetricKey(size: .bits256)
            let bytes = unsafe key.withUnsafeBytes { unsafe Array($0) }
            return Pair(secret: Base64URL.encode(bytes) + "\n", public: nil)
        case .es256:
            let key = P256.Signing.PrivateKey()
            return Pair(
                secret: key.pemRepresentation + "\n",
                public: key.publicKey.pemRepresentation + "\n")
        case .rs256:
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            return Pair(
                secret: key.pemRepresentation + "\n",
                public: key.publicKey.pemRepresentation + "\n")
        case .eddsa:
            let key = Curve25519.Signing.PrivateKey()
            return Pair(
                secret: key.pemRepresentation + "\n",
                public: key.publicKey.pemRepresentation + "\n")
        }
    }
}
