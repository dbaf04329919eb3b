import Foundation
import JWTKit

/// A key as JSON Web Keys describe it (RFC 7517), as far as it is understood here.
struct WebKey: Decodable {
    let kty: String
    let crv: String?
    let kid: String?
    let use: String?
    let x: String?
    let y: String?
    let d: String?
    let k: String?

    /// The key; nil where it is one that this server does not use: of another kind, or not for
    /// signatures.
    ///
    /// - Throws: `KeyFileError` where it is one of ours and broken.
    func key() async throws(KeyFileError) -> TokenKey? {
        guard use == nil || use == "sig" else { return nil }
        switch (kty, crv) {
        case ("oct", _):
            guard let secret = k.flatMap({ Base64URL.decode($0) }) else { throw broken }
            return try await TokenKey(secret: secret, id: kid)
        case ("EC", "P-256"): return try await es256()
        case ("OKP", "Ed25519"): return try await eddsa()
        default: return nil
        }
    }

    private func es256() async throws(KeyFileError) -> TokenKey {
        do {
            if let d { return await TokenKey(try ES256PrivateKey(key: d), canSign: true, id: kid) }
            guard let x, let y else { throw broken }
            return await TokenKey(
                try ES256PublicKey(parameters: (x, y)), canSign: false, id: kid)
        } catch {
            throw broken
        }
    }

    private func eddsa() async throws(KeyFileError) -> TokenKey {
        do {
            if let d {
                return await TokenKey(
                    try EdDSA.PrivateKey(d: d, curve: .ed25519), canSign: true, id: kid)
            }
            guard let x else { throw broken }
            return await TokenKey(
                try EdDSA.PublicKey(x: x, curve: .ed25519), canSign: false, id: kid)
        } catch {
            throw broken
        }
    }

    private var broken: KeyFileError {
        KeyFileError("holds a broken \(kty) key\(kid.map { " named \($0)" } ?? "")")
    }
}

/// A set of keys, or one alone.
struct WebKeySet: Decodable {
    let keys: [WebKey]

    private enum CodingKeys: CodingKey { case keys }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        keys =
            members.contains(.keys)
            ? try members.decode([WebKey].self, forKey: .keys)
            : [try decoder.singleValueContainer().decode(WebKey.self)]
    }
}
