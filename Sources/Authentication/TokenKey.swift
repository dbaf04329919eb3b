import Crypto
import JWTKit

/// One key that tokens are checked with, and signed where it is not a public one.
struct TokenKey: Sendable {
    /// The name that a token may call for it by (`kid`).
    let id: String?
    let algorithm: TokenAlgorithm
    /// Whether tokens can be signed with it.
    let canSign: Bool
    /// Holds this key alone, so that a token never chooses what it is checked by.
    let collection: JWTKeyCollection

    /// Bytes of the shortest secret: as many as the hash has (RFC 7518, section 3.2).
    static let shortestSecret = 32

    /// A secret for HS256.
    ///
    /// - Throws: `KeyFileError` where it is too short.
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

    init(_ key: some EdDSAKey, canSign: Bool, id: String? = nil) async {
        collection = await JWTKeyCollection().add(eddsa: key)
        self.id = id
        algorithm = .eddsa
        self.canSign = canSign
    }
}
