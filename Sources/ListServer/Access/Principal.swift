import Authentication
import ListDocument
import ListEditing
import ListProtocol
import TextBytes

/// Who speaks in a session, and what they may do.
final class Principal: Sendable {
    let client: ClientID
    let name: String?
    let grants: Grants

    /// - Parameter key: what the client keeps to itself.
    /// - Parameter name: the requested name; a name in the grants has precedence.
    init(key: String, name: String?, grants: Grants) {
        client = ClientName.make(user: grants.user ?? "", key: key)
        self.name = grants.name ?? name
        self.grants = grants
    }

    /// The same principal with what a newer token of its user grants.
    private init(_ principal: Principal, grants: Grants) {
        client = principal.client
        name = grants.name ?? principal.name
        self.grants = grants
    }

    /// The same principal with what a newer token grants; nil where that is another user's.
    func renewed(by grants: Grants) -> Principal? {
        areSame(grants.user, self.grants.user) ? Principal(self, grants: grants) : nil
    }

    /// The principal as the author of edits of a list; nil without a role on it.
    func author(on list: ListID, isRemembered: Bool = true) -> Author? {
        grants.role(on: list).map { role in
            Author(
                client: client, name: name, user: grants.user, role: role,
                isRemembered: isRemembered)
        }
    }
}

/// Returns the rights that a token grants; without authentication every session has all rights.
struct Authenticator: Sendable {
    typealias Program = @Sendable (_ token: String?) async throws -> Access

    private let verifier: TokenVerifier?
    /// Decides in place of the verifier.
    private let program: Program?
    private let clock: WallClock

    init(_ verifier: TokenVerifier?, program: Program? = nil, clock: WallClock) {
        self.verifier = verifier
        self.program = program
        self.clock = clock
    }

    /// The rights of every session without a token; nil where tokens are required.
    var open: Grants? { verifier == nil && program == nil ? .everything : nil }

    /// Whether tokens can be judged, or none are asked for.
    var isReady: Bool { verifier?.hasKeys ?? true }

    /// How long ago the keys of a URL were last known to be current, in milliseconds; nil where they are of no
    /// URL.
    var keysAge: Int? { verifier?.keysAge }

    /// - Parameter token: nil where none was given.
    /// - Throws: `unauthorized`, ready to be sent; `unavailable` while there are no keys.
    @concurrent
    func grants(for token: String?) async throws(ErrorMessage) -> Grants {
        if let program { return try await grants(for: token, by: program) }
        guard let verifier else { return .everything }
        guard let token else { throw Self.refusal("a token is needed here") }
        do throws(TokenError) {
            return try Grants(try await verifier.verify(token, now: clock.now()))
        } catch {
            throw error == .unavailable
                ? ErrorMessage(.unavailable, error.description) : Self.refusal(error.description)
        }
    }

    private func grants(
        for token: String?, by program: Program
    ) async throws(ErrorMessage) -> Grants {
        let access: Access
        do {
            access = try await program(token)
        } catch {
            throw Self.refusal("\(error)")
        }
        // What is no number is no time.
        guard access.seconds > 0 else { throw Self.expired }
        do throws(TokenError) {
            let seconds = min(access.seconds, 31_536_000)
            let claims = TokenClaims(
                user: access.user, name: access.name,
                expires: clock.now() + Int(seconds * 1000),
                lists: Dictionary(
                    access.lists.map { (TextKey($0.key), $0.value.rawValue) },
                    uniquingKeysWith: { _, last in last }))
            try claims.check()
            return try Grants(claims)
        } catch {
            throw Self.refusal(error.description)
        }
    }

    /// The refusal of a session whose token is over.
    static var expired: ErrorMessage { refusal("the token has expired: sign in again") }

    /// The refusal of a session whose token has been revoked since it was checked; nil where it has not.
    func revocation(of grants: Grants) -> ErrorMessage? {
        guard let token = grants.token, verifier?.revocations?.contains(token) == true else {
            return nil
        }
        return Self.refusal(TokenError.revoked.description)
    }

    static func refusal(_ reason: String) -> ErrorMessage {
        ErrorMessage(.unauthorized, reason)
    }
}
