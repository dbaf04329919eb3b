internal import CCrypto

/// A key of libcrypto's for ES256, RS256 or EdDSA.
///
/// libcrypto only reads a key once it is made, so that any thread may use it.
@safe final class SignatureKey: Sendable {
    let algorithm: TokenAlgorithm
    /// Whether it can sign.
    let isPrivate: Bool
    private nonisolated(unsafe) let key: OpaquePointer

    /// Bits of the shortest modulus (RFC 7518, section 3.3), and of the longest, which takes a millisecond or
    /// two to verify.
    private static let moduli = 2_048...8_192
    /// Bytes of the longest exponent of a public RSA key: a longer one takes long to verify.
    private static let mostExponentBytes = 4
    /// Bytes of the longest key in PEM, and more than those of the longest signature.
    private static let mostBytes = 16_384

    /// Takes the key over; nil where there is none, or it is of no kind and size that is supported.
    private init?(_ key: OpaquePointer?) {
        guard let key = unsafe key else { return nil }
        unsafe self.key = key
        unsafe isPrivate = lockstep_key_is_private(key) != 0
        switch unsafe lockstep_key_get_kind(key) {
        case LOCKSTEP_ES256: algorithm = .es256
        case LOCKSTEP_ED25519: algorithm = .eddsa
        case LOCKSTEP_RS256:
            algorithm = .rs256
            guard unsafe Self.moduli ~= Int(lockstep_key_bits(key)) else { return nil }
        default:
            algorithm = .es256
            return nil
        }
        // Halves that do not belong together would sign what no server takes.
        if isPrivate {
            let text = Array("lockstep".utf8)
            guard let signature = sign(text), isValid(signature, of: text) else { return nil }
        }
    }

    deinit { unsafe lockstep_key_free(key) }

    /// Reads one PEM block: PKCS #8, SEC 1 or PKCS #1, private or public, not encrypted.
    convenience init?(pem: String) {
        let bytes = Array(pem.utf8)
        unsafe self.init(lockstep_key_from_pem(bytes, bytes.count))
    }

    /// An RSA key from its numbers (RFC 7518, section 6.3), the highest byte first.
    convenience init?(modulus: [UInt8], exponent: [UInt8], secret: [UInt8]?) {
        let exponent = Array(exponent.drop { $0 == 0 })
        guard 1...Self.mostExponentBytes ~= exponent.count, exponent != [1],
            (exponent.last ?? 0) & 1 == 1, modulus.count <= Self.moduli.upperBound / 8 + 1,
            (modulus.last ?? 0) & 1 == 1,
            (secret?.count ?? 0) <= modulus.count
        else { return nil }
        if let secret {
            unsafe self.init(
                lockstep_key_from_rsa(
                    modulus, modulus.count, exponent, exponent.count, secret, secret.count))
        } else {
            unsafe self.init(
                lockstep_key_from_rsa(modulus, modulus.count, exponent, exponent.count, nil, 0))
        }
    }

    /// A public key on P-256 from its coordinates, 32 bytes each.
    convenience init?(x: [UInt8], y: [UInt8]) {
        guard x.count == 32, y.count == 32 else { return nil }
        unsafe self.init(lockstep_key_from_p256_point(x, y))
    }

    /// A private key on P-256, of 32 bytes.
    convenience init?(scalar: [UInt8]) {
        guard scalar.count == 32 else { return nil }
        unsafe self.init(lockstep_key_from_p256_scalar(scalar))
    }

    /// A key for Ed25519, of 32 bytes.
    convenience init?(ed25519 bytes: [UInt8], isPrivate: Bool) {
        guard bytes.count == 32 else { return nil }
        unsafe self.init(lockstep_key_from_ed25519(bytes, isPrivate ? 1 : 0))
    }

    /// A new private key, of 2048 bits for RSA; nil for HS256, and without randomness.
    convenience init?(generating algorithm: TokenAlgorithm) {
        let kind =
            switch algorithm {
            case .hs256: LOCKSTEP_NO_KEY
            case .es256: LOCKSTEP_ES256
            case .rs256: LOCKSTEP_RS256
            case .eddsa: LOCKSTEP_ED25519
            }
        unsafe self.init(lockstep_key_generate(kind))
    }

    /// Whether `signature` is one of `bytes` by this key.
    func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        unsafe lockstep_key_verify(key, signature, signature.count, bytes, bytes.count) != 0
    }

    /// The signature of `bytes`; nil for a public key.
    func sign(_ bytes: [UInt8]) -> [UInt8]? {
        unsafe written { out, capacity in
            unsafe lockstep_key_sign(key, bytes, bytes.count, out, capacity)
        }
    }

    /// One half as PEM; nil for the private half of a public key.
    func pem(isPrivate: Bool) -> String? {
        unsafe written { out, capacity in
            unsafe lockstep_key_write_pem(key, isPrivate ? 1 : 0, out, capacity)
        }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// What `write` puts into the buffer that it is given, of which it tells the length.
    private func written(
        by write: (UnsafeMutablePointer<UInt8>?, _ capacity: Int) -> Int
    ) -> [UInt8]? {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.mostBytes) { buffer, count in
            count = unsafe write(buffer.baseAddress, buffer.count)
        }
        return bytes.isEmpty ? nil : bytes
    }
}
