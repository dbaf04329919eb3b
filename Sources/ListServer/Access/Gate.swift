import Authentication
import ListProtocol

/// Tells what a token gives; without authentication everyone may do everything.
struct Gate: Sendable {
    private let verifier: TokenVerifier?
    private let clock: WallClock

    init(_ verifier: TokenVerifier?, clock: WallClock) {
        self.verifier = verifier
        self.clock = clock
    }

    /// What everyone has without asking; nil where tokens are asked for.
    var open: Grants? { verifier == nil ? .everything : nil }

    /// - Parameter token: nil where none was given.
    /// - Throws: `unauthorized`, ready to be sent.
    @concurrent
    func grants(for token: String?) async throws(ErrorMessage) -> Grants {
        guard let verifier else { return .everything }
        guard let token else { throw Self.refusal("a token is needed here") }
        do throws(TokenProblem) {
            return try Grants(try await verifier.verify(token, now: clock.now()))
        } catch {
            throw Self.refusal(error.description)
        }
    }

    static func refusal(_ reason: String) -> ErrorMessage {
        ErrorMessage(.unauthorized, reason)
    }
}
