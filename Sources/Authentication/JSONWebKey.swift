import Foundation
import JWTKit

/// A JSON Web Key (RFC 7517), as far as it is used here.
///
/// `JWK` of JWTKit 5 is not used: it has no symmetric keys (`oct`) and no `use`, and decoding a set
/// fails as a whole where one key has a type, a curve or an algorithm that it does not know.
struct JSONWebKey: Decodable {
    let kty: String
    let crv: String?
    let kid: String?
    let use: String?
    /// The one algorithm that the key is for; nil leaves it to the type.
    let alg: String?
    let x: String?
    let y: String?
    let d: String?
    let k: String?
    let n: String?
    let e: String?

    /// The key; nil where its type or algorithm is not supported, or its use is not to sign.
    ///
    /// - Throws: `KeyFileError` where the type is supported and the key is broken.
    func key() async throws(KeyFileError) -> TokenKey? {
        guard use == nil || use == "sig" else { return nil }
        guard let algorithm, alg == nil || alg == algorithm.rawValue else { return nil }
        switch algorithm {
        case .hs256:
            guard let secret = k.flatMap({ Base64URL.decode($0) }) else { throw broken }
            return try await TokenKey(secret: secret, id: kid)
        case .es256: return try await es256()
        case .rs256: return try await rs256()
        case .eddsa: return try await eddsa()
        }
    }

    /// The algorithm of keys of this type; nil where there is none here.
    private var algorithm: TokenAlgorithm? {
        switch (kty, crv) {
        case ("oct", _): .hs256
        case ("EC", "P-256"): .es256
        case ("RSA", _): .rs256
        case ("OKP", "Ed25519"): .eddsa
        default: nil
        }
    }

    private func rs256() async throws(KeyFileError) -> TokenKey {
        guard let n, let e else { throw broken }
        do {
            if let d {
                return await TokenKey(
                    try Insecure.RSA.PrivateKey(modulus: n, exponent: e, privateExponent: d),
                    canSign: true, id: kid)
            }
            return await TokenKey(
                try Insecure.RSA.PublicKey(modulus: n, exponent: e), canSign: false, id: kid)
        } catch {
            throw broken
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

/// A JWK set, or a single key.
struct JSONWebKeySet: Decodable {
    let keys: [JSONWebKey]

    private enum CodingKeys: CodingKey { case keys }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        keys =
            members.contains(.keys)
            ? try members.decode([JSONWebKey].self, forKey: .keys)
            : [try decoder.singleValueContainer().decode(JSONWebKey.self)]
    }
}

/// Base64 with the alphabet for URLs, without padding (RFC 4648, section 5).
enum Base64URL {
    /// The bytes of an encoded text; nil where the text is no Base64.
    static func decode(_ text: String) -> [UInt8]? {
        var text = text.replacing("-", with: "+").replacing("_", with: "/")
        while text.utf8.count % 4 != 0 { text.append("=") }
        return Data(base64Encoded: text).map { [UInt8]($0) }
    }

    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
