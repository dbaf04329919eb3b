import ListDocument
import ListHosting
import ListProtocol
import TextBytes
import WebSocketTransport

/// The life of a session's token: when it ends, and how a newer one takes its place.
extension Session {
    /// The longest wait in one piece: the clock may be set, or the machine sleep, meanwhile.
    private static let longestWait = 60_000

    /// Ends the session at `end`, in Unix milliseconds.
    func awaitExpiry(_ end: Int) {
        let left = end - services.runtime.clock.now()
        guard left > 0 else {
            fail(Authenticator.expired)
            return
        }
        let wait = Double(min(left, Session.longestWait)) / 1000
        expiry = services.loop.schedule(after: wait) {
            self.awaitExpiry(end)
        }
    }

    /// Answers a `token`: the session goes on under it, and what was sent after it waits for that.
    ///
    /// A token that is not valid, or is another user's, ends the session.
    func renew(_ token: String, _ principal: Principal) {
        guard services.authenticator.open == nil else {
            send(ErrorMessage(.unknownType, "this server asks for no tokens"))
            return
        }
        holding { _, session in
            do throws(ErrorMessage) {
                let grants = try await session.services.authenticator.grants(for: token)
                guard let renewed = principal.renewed(by: grants) else {
                    throw Authenticator.refusal("the token is another user's")
                }
                session.goOn(as: renewed)
            } catch {
                session.fail(error)
            }
        }
    }

    /// Ends the session if its token is revoked.
    func endIfRevoked() {
        guard case .open(let principal) = stage,
            let refusal = services.authenticator.revocation(of: principal.grants)
        else { return }
        fail(refusal)
    }

    /// Judges everything from here on by the newer token, and leaves lists on which it grants no role.
    private func goOn(as principal: Principal) {
        guard case .open = stage, let end = principal.grants.expires else { return }
        if let refusal = services.authenticator.revocation(of: principal.grants) {
            return fail(refusal)
        }
        stage = .open(principal)
        tally.principal = principal
        // It has the author with the role of the older token.
        editTarget = nil
        expiry?.cancel()
        awaitExpiry(end)
        send(Renewed(until: end))
        for list in openLists.sorted(by: { $0.text.precedes($1.text) })
        where principal.grants.role(on: list) == nil {
            close(list)
            send(AccessError.unknown(list))
        }
    }
}
