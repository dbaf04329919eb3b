import JSON
import TextBytes

/// The parts of a token in the compact serialization (RFC 7515, section 7.1), of which only the header has
/// been read: nothing has been verified.
struct CompactToken: Sendable {
    let header: TokenHeader
    /// What is signed: the encoded header and claims, with the dot between them.
    let signed: [UInt8]
    /// The claims' JSON; to be read once the signature is known to be valid.
    let claims: [UInt8]
    let signature: [UInt8]

    /// Bytes of a token at most: those of people with many groups, and what fits the head of a request.
    private static let longest = 12_288

    /// Takes a token apart.
    ///
    /// Complexity: O(n) in the bytes of the text.
    /// - Throws: `TokenError.malformed`.
    init(_ text: String) throws(TokenError) {
        guard text.utf8.count <= Self.longest else { throw .malformed }
        let bytes = Array(text.utf8)
        let parts = bytes.split(
            separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]),
            let claims = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2])
        else { throw .malformed }
        self.header = try TokenHeader(header)
        signed = Array(bytes[..<parts[1].endIndex])
        self.claims = claims
        self.signature = signature
    }
}

/// The header of a token (RFC 7515, section 4), as far as it is understood here.
///
/// It is not verified when it is read, so that only what a header of these tokens needs is read: a flat
/// object of a few texts.
struct TokenHeader: Sendable {
    /// The algorithm that signed the token (`alg`).
    let algorithm: String
    /// The key that signed the token (`kid`); nil where it names none.
    let key: String?

    private static let longest = 2_048
    private static let mostMembers = 16

    /// Reads the JSON of a header.
    ///
    /// Complexity: O(n) in the bytes.
    /// - Throws: `TokenError.malformed` also for a header with critical extensions (`crit`, section
    ///   4.1.11), of which none is understood here, and for one whose members are not all texts.
    init(_ bytes: [UInt8]) throws(TokenError) {
        guard bytes.count <= Self.longest,
            let members = (try? JSONReader.read(bytes, maximumDepth: 1))?.object?.members,
            members.count <= Self.mostMembers
        else { throw .malformed }
        var algorithm: String?
        var key: String?
        for member in members {
            guard let text = member.value.string else { throw .malformed }
            switch TextKey(member.name) {
            case "alg": algorithm = text
            case "kid": key = text
            case "crit": throw .malformed
            default: break
            }
        }
        guard let algorithm else { throw .malformed }
        self.algorithm = algorithm
        self.key = key
    }
}
