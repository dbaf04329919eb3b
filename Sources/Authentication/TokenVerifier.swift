import Foundation
import JWTKit
package import Logging

/// Verifies tokens with the keys of a file, which may be replaced at any time.
///
/// Where a new file is broken or missing, the keys read last stay in force, and the log says so.
package actor TokenVerifier {
    private let path: String
    private let audience: String?
    /// The revoked tokens; nil where there is no file of them.
    package nonisolated let revocations: RevocationList?
    private let log: Logger
    private var keys: KeySet
    private var stamp: FileStamp?

    /// Bytes of a token at most: what fits the head of a request.
    private static let longestToken = 8_192

    /// Reads the keys.
    ///
    /// - Parameters:
    ///   - audience: The required audience (`aud`); nil accepts only tokens without one.
    ///   - revocations: The revoked tokens; nil where there are none.
    /// - Throws: `KeyFileError`.
    package init(
        keyFile path: String, audience: String?, revocations: RevocationList? = nil, log: Logger
    ) async throws(KeyFileError) {
        self.path = path
        self.audience = audience
        self.revocations = revocations
        self.log = log
        // The stamp precedes the reading: a change in between is then read again.
        stamp = FileStamp(path: path)
        keys = try await KeySet(path: path)
    }

    /// Returns the claims of a token that is valid.
    ///
    /// - Parameter now: Unix milliseconds.
    /// - Throws: `TokenError` for a token that is not.
    package func verify(_ token: String, now: Int) async throws(TokenError) -> TokenClaims {
        await refresh()
        guard token.utf8.count <= Self.longestToken else { throw .malformed }
        let payload = try await verified(token, by: keys.keys)
        let claims = try TokenClaims(payload, audience: audience, now: now)
        guard revocations?.contains(claims.identity) != true else { throw .revoked }
        return claims
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
    ) async throws(TokenError) -> TokenPayload {
        let bytes = Array(token.utf8)
        let header: JWTHeader
        do {
            header = try DefaultJWTParser().parse(bytes, as: TokenPayload.self).header
        } catch {
            throw .malformed
        }
        // No critical extension is understood here (RFC 7515, section 4.1.11).
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

/// The identity of a file's content: two equal stamps mean that the file has not changed.
private struct FileStamp: Hashable, Sendable {
    private let node: UInt64
    private let size: UInt64
    private let modified: Date

    /// Nil where there is no such file.
    init?(path: String) {
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            let node = facts[.systemFileNumber] as? NSNumber,
            let size = facts[.size] as? NSNumber,
            let modified = facts[.modificationDate] as? Date
        else { return nil }
        self.node = node.uint64Value
        self.size = size.uint64Value
        self.modified = modified
    }
}
