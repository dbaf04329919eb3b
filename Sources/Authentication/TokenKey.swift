import Crypto
import CryptoExtras
import Foundation

/// One key that verifies tokens, and signs them unless it is a public key.
struct TokenKey: Sendable {
    /// The identifier by which a token may name the key (`kid`).
    let id: String?
    private let verifying: Verifying
    private let signing: Signing?

    private enum Verifying: Sendable {
        case hs256(SymmetricKey)
        case es256(P256.Signing.PublicKey)
        case rs256(_RSA.Signing.PublicKey)
        case eddsa(Curve25519.Signing.PublicKey)
    }

    private enum Signing: Sendable {
        case hs256(SymmetricKey)
        case es256(P256.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)
        case eddsa(Curve25519.Signing.PrivateKey)
    }

    /// Bytes of the shortest secret: the size of the hash (RFC 7518, section 3.2).
    static let shortestSecret = 32
    /// Bits of the shortest modulus (RFC 7518, section 3.3), and of the longest, which takes a millisecond or
    /// two to verify.
    private static let moduli = 2_048...8_192

    /// The one algorithm of the key: a token never chooses it.
    var algorithm: TokenAlgorithm {
        switch verifying {
        case .hs256: .hs256
        case .es256: .es256
        case .rs256: .rs256
        case .eddsa: .eddsa
        }
    }

    /// Whether the key can sign.
    var canSign: Bool { signing != nil }

    /// Makes a key for HS256 from a secret.
    ///
    /// - Throws: `KeyFileError` where the secret is too short.
    init(secret: [UInt8], id: String? = nil) throws(KeyFileError) {
        guard secret.count >= Self.shortestSecret else {
            throw KeyFileError(
                "holds a secret of \(secret.count) bytes; HS256 needs \(Self.shortestSecret)")
        }
        let key = SymmetricKey(data: secret)
        self.id = id
        verifying = .hs256(key)
        signing = .hs256(key)
    }

    init(_ key: P256.Signing.PublicKey, id: String? = nil) {
        self.id = id
        verifying = .es256(key)
        signing = nil
    }

    init(_ key: P256.Signing.PrivateKey, id: String? = nil) {
        self.id = id
        verifying = .es256(key.publicKey)
        signing = .es256(key)
    }

    /// Nil where the key is too short or too long.
    init?(_ key: _RSA.Signing.PublicKey, id: String? = nil) {
        guard Self.moduli ~= key.keySizeInBits else { return nil }
        self.id = id
        verifying = .rs256(key)
        signing = nil
    }

    /// Nil where the key is too short or too long.
    init?(_ key: _RSA.Signing.PrivateKey, id: String? = nil) {
        guard Self.moduli ~= key.keySizeInBits else { return nil }
        self.id = id
        verifying = .rs256(key.publicKey)
        signing = .rs256(key)
    }

    init(_ key: Curve25519.Signing.PublicKey, id: String? = nil) {
        self.id = id
        verifying = .eddsa(key)
        signing = nil
    }

    init(_ key: Curve25519.Signing.PrivateKey, id: String? = nil) {
        self.id = id
        verifying = .eddsa(key.publicKey)
        signing = .eddsa(key)
    }

    /// Whether `signature` is one of `bytes` by this key.
    func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        switch verifying {
        case .hs256(let key):
            return HMAC<SHA256>.isValidAuthenticationCode(
                signature, authenticating: bytes, using: key)
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: bytes)
        case .rs256(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature),
                for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
        case .eddsa(let key):
            return key.isValidSignature(signature, for: bytes)
        }
    }

    /// The signature of `bytes`.
    ///
    /// - Throws: `KeyFileError` for a public key; what the cryptography throws.
    func sign(_ bytes: [UInt8]) throws -> [UInt8] {
        switch signing {
        case .hs256(let key):
            Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
        case .es256(let key): Array(try key.signature(for: bytes).rawRepresentation)
        case .rs256(let key):
            Array(
                try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
                    .rawRepresentation)
        case .eddsa(let key): Array(try key.signature(for: bytes))
        case nil: throw KeyFileError("holds public keys only; signing needs the private one")
        }
    }
}

extension TokenKey {
    /// Reads a private or public key for ES256, RS256 or EdDSA from one PEM block.
    ///
    /// - Throws: `KeyFileError` where the block holds no such key.
    init(pem: String) throws(KeyFileError) {
        if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
            self.init(key)
        } else if let key = try? Curve25519.Signing.PrivateKey(pemRepresentation: pem) {
            self.init(key)
        } else if let key = (try? _RSA.Signing.PrivateKey(pemRepresentation: pem)).flatMap({
            TokenKey($0)
        }) {
            self = key
        } else if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) {
            self.init(key)
        } else if let key = try? Curve25519.Signing.PublicKey(pemRepresentation: pem) {
            self.init(key)
        } else if let key = (try? _RSA.Signing.PublicKey(pemRepresentation: pem)).flatMap({
            TokenKey($0)
        }) {
            self = key
        } else {
            throw KeyFileError(
                "holds a PEM block that is no key for ES256 (P-256), RS256 (RSA, 2048 to 8192 bits) or "
                    + "EdDSA (Ed25519)")
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
