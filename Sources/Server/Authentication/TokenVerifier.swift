package import Logging
import TextBytes

/// Verifies tokens with keys that may be replaced at any time: those of a file, or of a set at a URL.
package final class TokenVerifier: Sendable {
    private let source: any KeySource
    private let audience: String?
    /// The revoked tokens; nil where there is no file of them.
    package let revocations: RevocationList?

    /// Reads the keys of a file; where a new one is broken or missing, the keys read last stay in force.
    ///
    /// - Parameters:
    ///   - audience: The required audience (`aud`); nil accepts only tokens without one.
    ///   - revocations: The revoked tokens; nil where there are none.
    /// - Throws: `KeyFileError`.
    package init(
        keyFile path: String, audience: String?, revocations: RevocationList? = nil, log: Logger
    ) throws(KeyFileError) {
        source = try FileKeys(path: path, log: log)
        self.audience = audience
        self.revocations = revocations
    }

    /// Has no keys until ``refresh()`` has fetched them; where a later set cannot be fetched or used, the
    /// keys fetched last stay in force.
    ///
    /// - Parameters:
    ///   - url: For the log.
    ///   - fetch: Fetches the set.
    ///   - now: Milliseconds of a steady clock.
    package init(
        keysAt url: String, audience: String?, revocations: RevocationList? = nil, log: Logger,
        now: @escaping @Sendable () -> Int,
        fetch: @escaping @Sendable () async throws(KeyFileError) -> PublishedKeys
    ) {
        source = FetchedKeys(url: url, log: log, now: now, fetch: fetch)
        self.audience = audience
        self.revocations = revocations
    }

    /// Whether there are keys: until then no token can be judged.
    package var hasKeys: Bool { source.hasKeys }

    /// How long ago the keys were last known to be current, in milliseconds; nil where they are of a file, which
    /// is looked at for each token.
    package var keysAge: Int? { source.age }

    /// Returns the claims of a token that is valid.
    ///
    /// - Parameter now: Unix milliseconds.
    /// - Throws: `TokenError` for a token that is not.
    package func verify(_ token: String, now: Int) async throws(TokenError) -> TokenClaims {
        let payload = try await verified(token)
        let claims = try TokenClaims(payload, audience: audience, now: now)
        guard revocations?.contains(claims.identity) != true else { throw .revoked }
        return claims
    }

    /// Reads the keys again if it is time: a changed file, a set that has reached its age.
    package func refresh() async { await source.refresh() }

    /// Reads the keys again now.
    package func reload() async { await source.reload() }

    /// The claims of a token whose signature is valid: what is not signed is not decoded.
    private func verified(_ text: String) async throws(TokenError) -> TokenPayload {
        let token = try CompactToken(text)
        for key in try await source.keys(for: token.header.key)
        where key.algorithm.rawValue.isSame(as: token.header.algorithm) {
            if key.isValid(token.signature, of: token.signed) {
                return try TokenPayload(token.claims)
            }
        }
        throw .notSigned
    }
}

/// Where the keys of a ``TokenVerifier`` are from.
protocol KeySource: Sendable {
    var hasKeys: Bool { get }

    /// How long ago a published set was last fetched, or the fetching began, in milliseconds.
    var age: Int? { get }

    /// The keys that may have signed a token.
    ///
    /// - Parameter id: The key that the token names (`kid`).
    /// - Throws: `TokenError.unavailable` while there are no keys.
    func keys(for id: String?) async throws(TokenError) -> [TokenKey]

    func refresh() async
    func reload() async
}
