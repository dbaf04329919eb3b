import ListEditing
import ListProtocol
import WebSocketTransport

extension Session {
    /// Whoever says no hello in time makes room for others.
    func awaitHello() {
        expiry = services.loop.schedule(after: Double(services.bounds.helloSeconds)) {
            self.assumeIsolated { session in
                guard case .awaitingHello = session.stage else { return }
                session.fail(ErrorMessage(.helloExpected, "no hello came in time"))
            }
        }
    }

    /// Answers a `hello`: at once without authentication, else when its token is checked, and
    /// what was sent behind it waits for that.
    func greet(_ hello: Hello) {
        if let grants = services.gate.open {
            welcome(hello, grants)
            return
        }
        holding { session in
            do throws(ErrorMessage) {
                let grants = try await session.services.gate.grants(for: hello.token)
                session.welcome(hello, grants)
            } catch {
                session.fail(error)
            }
        }
    }

    private func welcome(_ hello: Hello, _ grants: Grants) {
        guard case .awaitingHello = stage else { return }
        guard !services.health.isStopping else {
            fail(ErrorMessage(.shuttingDown, "the server stops: come back in a moment"))
            return
        }
        let member = Member(
            key: hello.client ?? RandomID.make(), name: hello.name, grants: grants)
        expiry?.cancel()
        stage = .open(member)
        tally.member = member
        directory.assumeIsolated { $0.began(self, client: member.client) }
        send(
            Welcome(
                server: ServerVersion.name, client: member.client, user: grants.user,
                limits: services.limits, time: services.clock.now()))
        if let end = grants.expires { awaitExpiry(end) }
    }

    /// The longest wait in one piece: the clock may be set, or the machine sleep, meanwhile.
    private static let longestWait = 60_000

    /// Ends the session at `end`, in Unix milliseconds.
    private func awaitExpiry(_ end: Int) {
        let left = end - services.clock.now()
        guard left > 0 else {
            fail(Gate.refusal("the token has expired: sign in again"))
            return
        }
        let wait = Double(min(left, Session.longestWait)) / 1000
        expiry = services.loop.schedule(after: wait) {
            self.assumeIsolated { $0.awaitExpiry(end) }
        }
    }
}
