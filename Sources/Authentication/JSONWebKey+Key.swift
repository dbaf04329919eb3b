import Crypto
import CryptoExtras
import Foundation
import TextBytes

extension JSONWebKey {
    /// The key; nil where its type or algorithm is not supported, or its use is not to sign.
    ///
    /// - Throws: `KeyFileError` where the type is supported and the key is broken.
    func key() throws(KeyFileError) -> TokenKey? {
        guard use == nil || areSame(use, "sig") else { return nil }
        guard let algorithm, alg == nil || areSame(alg, algorithm.rawValue) else { return nil }
        switch algorithm {
        case .hs256:
            guard let secret = Self.bytes(k) else { throw broken }
            return try TokenKey(secret: secret, id: kid)
        case .es256: return try es256()
        case .rs256: return try rs256()
        case .eddsa: return try eddsa()
        }
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

    private func rs256() throws(KeyFileError) -> TokenKey {
        guard let n = Self.bytes(n), let e = Self.bytes(e), n.count <= Self.mostBytes,
            e.count <= Self.mostBytes
        else { throw broken }
        let key: TokenKey?
        do {
            if d != nil {
                guard let d = Self.bytes(d), d.count <= Self.mostBytes else { throw broken }
                key = TokenKey(
                    try _RSA.Signing.PrivateKey._createFromNumbers(n: n, e: e, d: d), id: kid)
            } else {
                key = TokenKey(try _RSA.Signing.PublicKey(n: n, e: e), id: kid)
            }
        } catch {
            throw broken
        }
        guard let key else { throw broken }
        return key
    }

    private func es256() throws(KeyFileError) -> TokenKey {
        do {
            if d != nil {
                guard let d = Self.bytes(d) else { throw broken }
                return TokenKey(try P256.Signing.PrivateKey(rawRepresentation: d), id: kid)
            }
            guard let x = Self.bytes(x), let y = Self.bytes(y), x.count == 32, y.count == 32
            else { throw broken }
            return TokenKey(try P256.Signing.PublicKey(rawRepresentation: x + y), id: kid)
        } catch {
            throw broken
        }
    }

    private func eddsa() throws(KeyFileError) -> TokenKey {
        do {
            if d != nil {
                guard let d = Self.bytes(d) else { throw broken }
                return TokenKey(try Curve25519.Signing.PrivateKey(rawRepresentation: d), id: kid)
            }
            guard let x = Self.bytes(x) else { throw broken }
            return TokenKey(try Curve25519.Signing.PublicKey(rawRepresentation: x), id: kid)
        } catch {
            throw broken
        }
    }

    /// Bytes of a number of an RSA key, at most: 16,384 bits.
    private static let mostBytes = 2_048

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
