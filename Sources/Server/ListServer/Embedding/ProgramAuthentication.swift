import Authentication
import ListHosting
import ListProtocol
import TextBytes

extension Access {
    /// What a program says of a token, as the claims of a token would.
    ///
    /// - Parameters:
    ///   - authenticate: The program.
    ///   - clock: Tells when the access ends.
    static func claims(
        by authenticate: @escaping @Sendable (_ token: String?) async throws -> Access,
        clock: WallClock
    ) -> Authenticator.Program {
        { (token: String?) async throws(ErrorMessage) -> TokenClaims in
            let access: Access
            do {
                access = try await authenticate(token)
            } catch {
                throw Authenticator.refusal("\(error)")
            }
            return try access.claims(at: clock.now())
        }
    }

    /// - Parameter now: Unix milliseconds.
    private func claims(at now: Int) throws(ErrorMessage) -> TokenClaims {
        // What is no number is no time.
        guard seconds > 0 else { throw Authenticator.expired }
        let claims = TokenClaims(
            user: user, name: name, expires: now + Int(min(seconds, 31_536_000) * 1000),
            lists: Dictionary(
                lists.map { (TextKey($0.key), $0.value.rawValue) },
                uniquingKeysWith: { _, last in last }))
        do throws(TokenError) {
            try claims.check()
        } catch {
            throw Authenticator.refusal(error.description)
        }
        return claims
    }
}
