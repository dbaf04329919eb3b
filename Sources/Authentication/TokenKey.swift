import Crypto
import JWTKit

/// One key that verifies tokens, and signs them unless it is a public key.
struct TokenKey: Sendable {
    /// The identifier by which a token may name the key (`kid`).
    let id: String?
    let algorithm: TokenAlgorithm
    /// Whether the key can sign.
    let canSign: Bool
    /// A collection of this key alone, so that a token never chooses the key that verifies it.
    let collection: JWTKeyCollection

    /// Bytes of the shortest secret: the size of the hash (RFC 7518, section 3.2).
    static let shortestSecret = 32

    /// Makes a key for HS256 from a secret.
    ///
    /// - Throws: `KeyFileError` where the secret is too short.
    init(secret: [UInt8], id: String? = nil) async throws(KeyFileError) {
        guard secret.count >= Self.shortestSecret else {
            throw KeyFileError(
                "holds a secret of \(secret.count) bytes; HS256 needs \(Self.shortestSecret)")
        }
        collection = await JWTKeyCollection().add(
            hmac: HMACKey(key: SymmetricKey(data: secret)), digestAlgorithm: .sha256)
        self.id = id
        algorithm = .hs256
        canSign = true
    }

    init(_ key: some ECDSAKey, canSign: Bool, id: String? = nil) async {
        collection = await JWTKeyCollection().add(ecdsa: key)
        self.id = id
        algorithm = .es256
        self.canSign = canSign
    }

    init(_ key: some RSAKey, canSign: Bool, id: String? = nil) async {
        collection = await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256)
        self.id = id
        algorithm = .rs256
        self.canSign = canSign
    }

    init(_ key: some EdDSAKey, canSign: Bool, id: String? = nil) async {
        collection = await JWTKeyCollection().add(eddsa: key)
        self.id = id
        algorithm = .eddsa
        self.canSign = canSign
    }
}

extension TokenKey {
    /// Reads a private or public key for ES256, RS256 or EdDSA from one PEM block.
    ///
    /// - Throws: `KeyFileError` where the block holds no such key.
    init(pem: String) async throws(KeyFileError) {
        if let key = try? ES256PrivateKey(pem: pem) {
            await self.init(key, canSign: true)
        } else if let key = try? EdDSA.PrivateKey(pem: pem) {
            await self.init(key, canSign: true)
        } else if let key = try? Insecure.RSA.PrivateKey(pem: pem) {
            await self.init(key, canSign: true)
        } else if let key = try? ES256PublicKey(pem: pem) {
            await self.init(key, canSign: false)
        } else if let key = try? EdDSA.PublicKey(pem: pem) {
            await self.init(key, canSign: false)
        } else if let key = try? Insecure.RSA.PublicKey(pem: pem) {
            await self.init(key, canSign: false)
        } else {
            throw KeyFileError(
                "holds a PEM block that is no key for ES256 (P-256), RS256 (RSA, 2048 bits or more) or "
                    + "EdDSA (Ed25519)")
        }
    }
}

/// The algorithms that sign tokens.
package enum TokenAlgorithm: String, Sendable, CaseIterable {
    /// HMAC with SHA-256; the same key verifies and signs.
    case hs256 = "HS256"
    /// ECDSA on the curve P-256 with SHA-256.
    case es256 = "ES256"
    /// RSA (PKCS #1, version 1.5) with SHA-256; keys have 2048 bits or more.
    case rs256 = "RS256"
    /// Ed25519.
    case eddsa = "EdDSA"
}
