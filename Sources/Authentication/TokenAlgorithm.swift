/// The ways to sign a token that are known here.
package enum TokenAlgorithm: String, Sendable, CaseIterable {
    /// HMAC with SHA-256: whoever can check a token can make one.
    case hs256 = "HS256"
    /// ECDSA on the curve P-256 with SHA-256.
    case es256 = "ES256"
    /// Ed25519.
    case eddsa = "EdDSA"
}
