import Foundation
import ListProtocol
import WebSocketTransport

/// Tokens that the program gives, and the next one in time before one ends.
extension ListClient {
    /// Has a token for a session or a request where the program gives tokens: the one in use, or another.
    ///
    /// - Throws: `ListClientError.notConnected` where the program has none to give.
    func holdToken() async throws(ListClientError) {
        guard let provide = options.tokens, !held.isGood(at: Self.wallSeconds) else { return }
        do {
            held = HeldToken(try await provide())
        } catch {
            throw .notConnected("no token: \(error)")
        }
    }

    /// The server has refused the token: the next session and the next request have another one.
    func tokenRefused() {
        if options.tokens != nil { held.drop() }
    }

    /// Fetches the next token in time, where the session can go on under it.
    ///
    /// - Parameter end: When the session ends otherwise, in seconds since 1970; nil: it is not known.
    func awaitRenewal(until end: Double?) {
        guard let end, let provide = options.tokens, features.contains("renewal") else { return }
        let now = Self.wallSeconds
        renew(at: now + HeldToken.share(jitter: random.unit()) * max(0, end - now), provide)
    }

    /// The longest wait in one piece: the clock may be set, or the machine sleep, meanwhile.
    private static let longestWait = 60.0

    private func renew(
        at due: Double, _ provide: @escaping @Sendable () async throws -> String
    ) {
        renewal?.cancel()
        // Not at once: a program may give the same token again.
        let wait = min(Self.longestWait, max(1, due - Self.wallSeconds))
        let attempt = session.attempt
        renewal = loop.schedule(after: wait) { [weak self] in
            self?.assumeIsolated { client in
                guard Self.wallSeconds >= due else { return client.renew(at: due, provide) }
                Task { await client.renew(in: attempt, provide) }
            }
        }
    }

    /// Sends the next token, unless the session has ended meanwhile.
    private func renew(
        in attempt: Int, _ provide: @Sendable () async throws -> String
    ) async {
        let next: Result<String, any Error>
        do { next = .success(try await provide()) } catch { next = .failure(error) }
        guard attempt == session.attempt, session.isOnline else { return }
        switch next {
        case .success(let token):
            renewalBackOff.reset()
            held = HeldToken(token)
            outbox.append(.token(token))
            flush()
        case .failure:
            guard let provide = options.tokens else { return }
            let wait = renewalBackOff.next(jitter: random.unit())
            renew(at: Self.wallSeconds + wait, provide)
        }
    }

    private static var wallSeconds: Double { Date().timeIntervalSince1970 }
}

/// A token that is in use.
struct HeldToken: Sendable {
    /// Nil: there is none, or the server has refused it.
    private(set) var text: String?
    /// When it ends, in seconds since 1970; nil: it does not say.
    private(set) var ends: Double?

    init(_ text: String?) {
        self.text = text
        ends = text.flatMap { Self.end(of: $0) }
    }

    /// Whether it is to be used at a time.
    func isGood(at now: Double) -> Bool { text != nil && now < ends ?? .infinity }

    /// The server has refused it.
    mutating func drop() { text = nil }

    /// The part of a token's life after which the next one is fetched: at random, so that not all clients come at
    /// once.
    static func share(jitter: Double) -> Double { 0.6 + 0.2 * jitter }

    /// When a JSON Web Token ends (RFC 7519, section 4.1.4), which is not verified.
    private static func end(of token: String) -> Double? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: String(text)).flatMap {
            try? JSONDecoder().decode(Claims.self, from: $0).exp
        }
    }

    private struct Claims: Decodable {
        let exp: Double?
    }
}
