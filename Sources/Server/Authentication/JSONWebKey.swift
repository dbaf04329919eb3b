import JSON
import TextBytes

/// A JSON Web Key (RFC 7517), as far as it is used here; the values are as they are encoded.
struct JSONWebKey: Sendable {
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

    /// Nil where the value is no object, or a member that is used here is no text.
    init?(_ value: JSONValue) {
        guard let members = value.object?.members else { return nil }
        var texts: [TextKey: String] = [:]
        for member in members where Self.names.contains(TextKey(member.name)) {
            switch member.value {
            case .string(let text): texts[TextKey(member.name)] = text
            case .null: break
            default: return nil
            }
        }
        guard let kty = texts["kty"] else { return nil }
        self.kty = kty
        crv = texts["crv"]
        kid = texts["kid"]
        use = texts["use"]
        alg = texts["alg"]
        x = texts["x"]
        y = texts["y"]
        d = texts["d"]
        k = texts["k"]
        n = texts["n"]
        e = texts["e"]
    }

    private static let names: Set<TextKey> = [
        "kty", "crv", "kid", "use", "alg", "x", "y", "d", "k", "n", "e",
    ]

    /// Reads a JWK set, or a single key; nil for each entry that is ill-typed.
    ///
    /// Complexity: O(n) in the bytes.
    /// - Throws: `KeyFileError` where the bytes are no JSON object, or `keys` is no array.
    static func set(_ bytes: [UInt8]) throws(KeyFileError) -> [JSONWebKey?] {
        guard let document = try? JSONReader.parse(bytes), let object = document.value.object
        else { throw KeyFileError("is no set of JSON Web Keys") }
        guard let keys = object["keys"] else { return [JSONWebKey(document.value)] }
        guard let entries = keys.array else { throw KeyFileError("is no set of JSON Web Keys") }
        return entries.map { JSONWebKey($0) }
    }
}
