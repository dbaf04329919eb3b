package import Authentication
import ListDocument
import ListEditing
package import ListProtocol
import TextBytes

/// Returns the rights that a token grants; without authentication every session has all rights.
package struct Authenticator: Sendable {
    /// Says what a token grants, or why it grants nothing.
    package typealias Program =
        @Sendable (_ token: String?) async throws(ErrorMessage) -> TokenClaims

    private let verifier: TokenVerifier?
    /// Decides in place of the verifier.
    private let program: Program?
    private let clock: WallClock

    package init(_ verifier: TokenVerifier?, program: Program? = nil, clock: WallClock) {
        self.verifier = verifier
        self.program = program
        self.clock = clock
    }

    /// The rights of every session without a token; nil where tokens are required.
    package var open: Grants? { verifier == nil && program == nil ? .everything : nil }

    /// Whether tokens can be judged, or none are asked for.
    package var isReady: Bool { verifier?.hasKeys ?? true }

    /// How long ago the keys of a URL were last known to be current, in milliseconds; nil where they are of no
    /// URL.
    package var keysAge: Int? { verifier?.keysAge }

    /// - Parameter token: nil where none was given.
    /// - Throws: `unauthorized`, ready to be sent; `unavailable` while there are no keys.
    @concurrent
    package func grants(for token: String?) async throws(ErrorMessage) -> Grants {
        if let program {
            let claims = try await program(token)
            do throws(TokenError) { return try Grants(claims) } catch {
                throw Self.refusal(error.description)
            }
        }
        guard let verifier else { return .everything }
        guard let token else { throw Self.refusal("a token is needed here") }
        do throws(TokenError) {
            return try Grants(try await verifier.verify(token, now: clock.now()))
        } catch {
            throw error == .unavailable
                ? ErrorMessage(.unavailable, error.description) : Self.refusal(error.description)
        }
    }

    /// The refusal of a session whose token is over.
    package static var expired: ErrorMessage { refusal("the token has expired: sign in again") }

    /// The refusal of a session whose token has been revoked since it was checked; nil where it has not.
    package func revocation(of grants: Grants) -> ErrorMessage? {
        guard let token = grants.token, verifier?.revocations?.contains(token) == true else {
            return nil
        }
        return Self.refusal(TokenError.revoked.description)
    }

    package static func refusal(_ reason: String) -> ErrorMessage {
        ErrorMessage(.unauthorized, reason)
    }
}
