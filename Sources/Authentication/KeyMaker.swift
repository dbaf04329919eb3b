import Crypto
import JWTKit

/// Makes new keys for tokens, as texts for files.
package enum KeyMaker {
    /// A new key: what signs, and what others check with where that is not the same.
    package struct Pair: Sendable {
        package let secret: String
        package let `public`: String?
    }

    package static func make(_ algorithm: TokenAlgorithm) throws -> Pair {
        switch algorithm {
        case .hs256:
            let key = SymmetricKey(size: .bits256)
            let bytes = unsafe key.withUnsafeBytes { unsafe Array($0) }
            return Pair(secret: Base64URL.encode(bytes) + "\n", public: nil)
        case .es256:
            let key = ES256PrivateKey()
            return Pair(
                secret: key.pemRepresentation + "\n",
                public: key.publicKey.pemRepresentation + "\n")
        case .eddsa:
            let key = try EdDSA.PrivateKey()
            return Pair(
                secret: key.pemRepresentation + "\n",
                public: key.publicKey.pemRepresentation + "\n")
        }
    }
}
