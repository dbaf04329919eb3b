import JWTKit

/// The claims of a token as they are written; what else is in it is ignored.
struct TokenPayload: JWTPayload {
    var sub: String?
    var name: String?
    /// Unix seconds, fractions allowed, as all times of a token.
    var exp: Double?
    var nbf: Double?
    var aud: Audience?
    var lists: [String: String]?

    /// Times and names are judged by ``TokenClaims``, with the time handed in.
    func verify(using algorithm: some JWTAlgorithm) async throws {}

    /// One audience or several.
    struct Audience: Codable, Sendable {
        let names: [String]

        init(_ name: String) {
            names = [name]
        }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let name = try? value.decode(String.self) {
                names = [name]
            } else {
                names = try value.decode([String].self)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            if names.count == 1 { try value.encode(names[0]) } else { try value.encode(names) }
        }
    }
}
