/// Why a token is refused.
package enum TokenProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is no token, or too long for one.
    case malformed
    /// No key of this server's fits it, or its signature is wrong.
    case notSigned
    case expired
    case notYetValid
    /// It is meant for someone else.
    case wrongAudience
    /// A claim is missing or wrong: its name, and what is asked.
    case badClaim(String, String)

    /// One sentence for whoever sent it; holds nothing of the token.
    package var description: String {
        switch self {
        case .malformed: "this is no token"
        case .notSigned: "the token is not signed with a key of this server"
        case .expired: "the token has expired: ask for a new one"
        case .notYetValid: "the token is not valid yet"
        case .wrongAudience: "the token is meant for another service"
        case .badClaim(let name, let asked): "the token's claim \(name) must be \(asked)"
        }
    }
}
