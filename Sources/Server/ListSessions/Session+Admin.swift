import ListDocument
package import ListHosting
package import ListProtocol
import WebSocketTransport

/// Answers those who run the server.
package protocol AdminAnswering: AnyObject {
    /// Why a user with `grants` is refused; nil: they are not.
    ///
    /// - Parameter isLocal: They ask from this machine itself, and no proxy passed it on.
    func refusal(of grants: Grants, isLocal: Bool) -> String?

    /// Answers what an operator asks.
    func answer(
        _ request: AdminRequest, by principal: Principal, isolation: isolated (any Actor)?
    ) async -> AdminAnswer
}

extension Session {
    /// Answers an `admin`.
    func administer(_ request: AdminRequest, _ principal: Principal) {
        guard admin != nil else {
            return send(
                ErrorMessage(.forbidden, "nobody may ask that in this session", n: request.n))
        }
        if let refusal = adminRefusal(principal.grants, n: request.n) { return send(refusal) }
        holding { loop, session in
            guard let admin = session.admin else { return }
            let answer = await admin.answer(request, by: principal, isolation: loop)
            guard case .open(let principal) = session.stage else { return }
            // A newer token may grant less.
            if let refusal = session.adminRefusal(principal.grants, n: request.n) {
                session.send(refusal)
            } else {
                session.send(answer)
            }
        }
    }

    /// Why a user with `grants` may not watch the server in this session; nil: they may.
    func adminRefusal(_ grants: Grants, n: Int? = nil) -> ErrorMessage? {
        admin?.refusal(of: grants, isLocal: connection.origin.isLocal).map {
            ErrorMessage(.forbidden, $0, n: n)
        }
    }
}

extension Session {
    /// The session as a row of the table; nil: no hello has come in it.
    var row: AdminSession? {
        guard case .open(let principal) = stage else { return nil }
        let number = connection.id
        let behind = openLists.reduce(0) { sum, list in
            let sequencer = services.lists.sequencer(of: list)
            return sum + (sequencer?.revisionsBehind(number) ?? 0)
        }
        let seconds = services.loop.now - tally.began
        return AdminSession(
            client: principal.client, name: principal.name, user: principal.grants.user,
            address: connection.origin.address,
            since: services.runtime.clock.now() - Int(seconds * 1000),
            lists: openLists.count, edits: tally.edits, behind: behind,
            queued: connection.queuedBytes, received: connection.traffic.received,
            sent: connection.traffic.sent, isStream: connection is EventConnection)
    }
}
