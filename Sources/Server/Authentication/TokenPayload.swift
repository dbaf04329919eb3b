import JSON
import TextBytes

/// The claims of a token as they are encoded; other claims are ignored.
struct TokenPayload: Sendable {
    var sub: String?
    var name: String?
    /// Unix seconds, which may have a fraction; so are `nbf` and `iat`.
    var exp: Double?
    var nbf: Double?
    /// The audiences, of which a token names one as a text or several in an array.
    var aud: [String] = []
    /// Patterns of list names, and roles.
    var lists: [TextKey: String]?
    var iat: Double?
    var jti: String?

    /// Bytes of JSON nest no deeper than this.
    private static let depth = 16
}

extension TokenPayload {
    /// Reads the JSON of the claims.
    ///
    /// Complexity: O(n) in the bytes.
    /// - Throws: `TokenError.malformed` where it is no JSON object; `badClaim` for a claim of another type.
    init(_ bytes: [UInt8]) throws(TokenError) {
        guard let document = try? JSONReader.parse(bytes, maximumDepth: Self.depth),
            let claims = document.value.object
        else { throw .malformed }
        sub = try Self.text("sub", claims)
        name = try Self.text("name", claims)
        exp = try Self.number("exp", claims)
        nbf = try Self.number("nbf", claims)
        iat = try Self.number("iat", claims)
        jti = try Self.text("jti", claims)
        aud = try Self.audiences(claims)
        lists = try Self.lists(claims)
    }

    private static func text(_ name: String, _ claims: JSONObject) throws(TokenError) -> String? {
        switch claims[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw .badClaim(name, "a text")
        }
    }

    private static func number(
        _ name: String, _ claims: JSONObject
    ) throws(TokenError) -> Double? {
        switch claims[name] {
        case nil, .null: return nil
        case .number(let number):
            if let value = Double(number.text) { return value }
            fallthrough
        default: throw .badClaim(name, "a number")
        }
    }

    private static func audiences(_ claims: JSONObject) throws(TokenError) -> [String] {
        switch claims["aud"] {
        case nil, .null: return []
        case .string(let text): return [text]
        case .array(let values):
            let texts = values.compactMap(\.string)
            guard texts.count == values.count else { fallthrough }
            return texts
        default: throw .badClaim("aud", "a text or an array of texts")
        }
    }

    private static func lists(_ claims: JSONObject) throws(TokenError) -> [TextKey: String]? {
        guard let members = claims["lists"]?.object?.members else { return nil }
        var lists: [TextKey: String] = [:]
        for member in members {
            guard let role = member.value.string else {
                throw .badClaim("lists", "an object of patterns and roles")
            }
            lists[TextKey(member.name)] = role
        }
        return lists
    }

    /// The JSON of the claims; times are written as whole seconds.
    var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("sub", ifPresent: sub)
            writer.member("name", ifPresent: name)
            writer.member("exp", ifPresent: exp.flatMap { Int(exactly: $0.rounded(.down)) })
            writer.member("nbf", ifPresent: nbf.flatMap { Int(exactly: $0.rounded(.down)) })
            writer.member("iat", ifPresent: iat.flatMap { Int(exactly: $0.rounded(.down)) })
            writer.member("jti", ifPresent: jti)
            if aud.count == 1 {
                writer.member("aud", aud[0])
            } else if !aud.isEmpty {
                writer.name("aud")
                writer.array { writer in
                    for audience in aud { writer.string(audience) }
                }
            }
            if let lists {
                writer.name("lists")
                writer.object { writer in
                    for (pattern, role) in lists.sorted(by: { $0.key < $1.key }) {
                        writer.name(pattern.text)
                        writer.string(role)
                    }
                }
            }
        }
        return writer.bytes
    }
}
