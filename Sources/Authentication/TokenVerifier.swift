import JWTKit
package import Logging

/// Checks tokens with the keys of a file, which may be replaced at any time.
///
/// A new file that is broken or gone changes nothing but the log: the keys read last stay in force.
package actor TokenVerifier {
    private let path: String
    private let audience: String?
    private let log: Logger
    private var keys: KeySet
    private var stamp: FileStamp?

    /// Bytes of a token at most: what fits the head of a request.
    private static let longestToken = 8_192

    /// Reads the keys.
    ///
    /// - Parameter audience: who tokens must be for (`aud`); nil: they must name nobody.
    package init(keyFile path: String, audience: String?, log: Logger) async throws(KeyFileError) {
        self.path = path
        self.audience = audience
        self.log = log
        // Before the file is read: what changes meanwhile is read again.
        stamp = FileStamp(path: path)
        keys = try await KeySet(path: path)
    }

    /// What the token says, if it is good.
    ///
    /// - Parameter now: Unix milliseconds.
    package func verify(_ token: String, now: Int) async throws(TokenProblem) -> TokenClaims {
        await refresh()
        guard token.utf8.count <= Self.longestToken else { throw .malformed }
        let payload = try await verified(token, by: keys.keys)
        return try TokenClaims(payload, audience: audience, now: now)
    }

    /// Reads the keys again if the file has changed.
    package func refresh() async {
        let found = FileStamp(path: path)
        guard found != stamp else { return }
        stamp = found
        do {
            keys = try await KeySet(path: path)
            log.notice("the keys for tokens were read again", metadata: ["file": "\(path)"])
        } catch {
            log.error(
                "the new keys for tokens cannot be used; the old ones stay in force",
                metadata: ["reason": "\(error)"])
        }
    }

    private func verified(
        _ token: String, by keys: [TokenKey]
    ) async throws(TokenProblem) -> TokenPayload {
        let bytes = Array(token.utf8)
        let header: JWTHeader
        do {
            header = try DefaultJWTParser().parse(bytes, as: TokenPayload.self).header
        } catch {
            throw .malformed
        }
        // What is marked critical is not understood here (RFC 7515, section 4.1.11).
        guard header.fields["crit"] == nil else { throw .malformed }
        for key in keys where key.algorithm.rawValue == header.alg {
            if let id = key.id, let asked = header.kid, id != asked { continue }
            if let payload = try? await key.collection.verify(bytes, as: TokenPayload.self) {
                return payload
            }
        }
        throw .notSigned
    }
}
