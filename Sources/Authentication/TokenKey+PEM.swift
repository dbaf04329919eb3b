import JWTKit

extension TokenKey {
    /// Reads one PEM block: a private or public key for ES256 or EdDSA.
    ///
    /// - Throws: `KeyFileError` where it is neither.
    init(pem: String) async throws(KeyFileError) {
        if let key = try? ES256PrivateKey(pem: pem) {
            await self.init(key, canSign: true)
        } else if let key = try? EdDSA.PrivateKey(pem: pem) {
            await self.init(key, canSign: true)
        } else if let key = try? ES256PublicKey(pem: pem) {
            await self.init(key, canSign: false)
        } else if let key = try? EdDSA.PublicKey(pem: pem) {
            await self.init(key, canSign: false)
        } else {
            throw KeyFileError(
                "holds a PEM block that is no key for ES256 (P-256) or EdDSA (Ed25519)")
        }
    }
}
