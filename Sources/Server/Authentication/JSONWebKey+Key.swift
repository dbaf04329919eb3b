import TextBytes

extension JSONWebKey {
    /// The key; nil where its type or algorithm is not supported, or its use is not to sign.
    ///
    /// - Throws: `KeyFileError` where the type is supported and the key is broken.
    func key() throws(KeyFileError) -> TokenKey? {
        guard use == nil || areSame(use, "sig") else { return nil }
        guard let algorithm, alg == nil || areSame(alg, algorithm.rawValue) else { return nil }
        if algorithm == .hs256 {
            guard let secret = Self.bytes(k) else { throw broken }
            return try TokenKey(secret: secret, id: kid)
        }
        let secret = Self.bytes(d)
        guard d == nil || secret != nil, let key = signatureKey(algorithm, secret: secret)
        else { throw broken }
        return TokenKey(key, id: kid)
    }

    /// The algorithm of keys of this type; nil where there is none here.
    private var algorithm: TokenAlgorithm? {
        switch (TextKey(kty), crv.map { TextKey($0) }) {
        case ("oct", _): .hs256
        case ("EC", "P-256"): .es256
        case ("RSA", _): .rs256
        case ("OKP", "Ed25519"): .eddsa
        default: nil
        }
    }

    /// The key, which is private where there is a secret; nil where it is broken.
    private func signatureKey(_ algorithm: TokenAlgorithm, secret: [UInt8]?) -> SignatureKey? {
        switch algorithm {
        case .hs256: nil
        case .rs256:
            if let n = Self.bytes(n), let e = Self.bytes(e) {
                SignatureKey(modulus: n, exponent: e, secret: secret)
            } else {
                nil
            }
        case .es256:
            if let secret {
                SignatureKey(scalar: secret)
            } else if let x = Self.bytes(x), let y = Self.bytes(y) {
                SignatureKey(x: x, y: y)
            } else {
                nil
            }
        case .eddsa:
            (secret ?? Self.bytes(x)).flatMap {
                SignatureKey(ed25519: $0, isPrivate: secret != nil)
            }
        }
    }

    /// The bytes of a value; padding, which some tools write, means nothing.
    private static func bytes(_ text: String?) -> [UInt8]? {
        guard var text = text?.utf8[...], !text.isEmpty else { return nil }
        for _ in 0..<2 where text.last == UInt8(ascii: "=") { text.removeLast() }
        return Base64URL.decode(text)
    }

    private var broken: KeyFileError {
        KeyFileError("holds a broken \(kty) key\(kid.map { " named \($0)" } ?? "")")
    }
}
