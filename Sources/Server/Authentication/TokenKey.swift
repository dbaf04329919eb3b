import Hashing

/// One key that verifies tokens, and signs them unless it is a public key.
struct TokenKey: Sendable {
    /// The identifier by which a token may name the key (`kid`).
    let id: String?
    private let material: Material

    private enum Material: Sendable {
        case secret([UInt8])
        case pair(SignatureKey)
    }

    /// Bytes of the shortest secret: the size of the hash (RFC 7518, section 3.2).
    static let shortestSecret = 32

    /// The one algorithm of the key: a token never chooses it.
    var algorithm: TokenAlgorithm {
        switch material {
        case .secret: .hs256
        case .pair(let key): key.algorithm
        }
    }

    /// Whether the key can sign.
    var canSign: Bool {
        switch material {
        case .secret: true
        case .pair(let key): key.isPrivate
        }
    }

    /// Makes a key for HS256 from a secret.
    ///
    /// - Throws: `KeyFileError` where the secret is too short.
    init(secret: [UInt8], id: String? = nil) throws(KeyFileError) {
        guard secret.count >= Self.shortestSecret else {
            throw KeyFileError(
                "holds a secret of \(secret.count) bytes; HS256 needs \(Self.shortestSecret)")
        }
        self.id = id
        material = .secret(secret)
    }

    init(_ key: SignatureKey, id: String? = nil) {
        self.id = id
        material = .pair(key)
    }

    /// Reads a private or public key for ES256, RS256 or EdDSA from one PEM block.
    ///
    /// - Throws: `KeyFileError` where the block holds no such key.
    init(pem: String) throws(KeyFileError) {
        guard let key = SignatureKey(pem: pem) else {
            throw KeyFileError(
                "holds a PEM block that is no key for ES256 (P-256), RS256 (RSA, 2048 to 8192 bits) or "
                    + "EdDSA (Ed25519)")
        }
        self.init(key)
    }

    /// Whether `signature` is one of `bytes` by this key.
    func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        switch material {
        case .secret(let secret):
            SHA256.isAuthentication(signature, of: bytes, key: secret)
        case .pair(let key): key.isValid(signature, of: bytes)
        }
    }

    /// The signature of `bytes`.
    ///
    /// - Throws: `KeyFileError` for a public key, and where libcrypto does not sign.
    func sign(_ bytes: [UInt8]) throws(KeyFileError) -> [UInt8] {
        switch material {
        case .secret(let secret): return SHA256.authenticate(bytes, key: secret)
        case .pair(let key):
            if let signature = key.sign(bytes) { return signature }
            throw KeyFileError(
                key.isPrivate
                    ? "holds a key that libcrypto does not sign with"
                    : "holds public keys only; signing needs the private one")
        }
    }
}

// Canonical equivalence: the operator names it on the command line.
/// The algorithms that sign tokens.
package enum TokenAlgorithm: String, Sendable, CaseIterable {
    /// HMAC with SHA-256; the same key verifies and signs.
    case hs256 = "HS256"
    /// ECDSA on the curve P-256 with SHA-256.
    case es256 = "ES256"
    /// RSA (PKCS #1, version 1.5) with SHA-256; keys have 2048 to 8192 bits.
    case rs256 = "RS256"
    /// Ed25519.
    case eddsa = "EdDSA"
}
