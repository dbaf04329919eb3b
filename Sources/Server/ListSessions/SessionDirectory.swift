import ListDocument
package import ListEditing
package import ListHosting
import ListJournal
package import ListProtocol
import WebSocketTransport

/// The sessions that are on a server, by their clients: one of each client, on all servers together.
///
/// Confined to the loop's thread.
package final class SessionDirectory {
    package let services: SessionServices
    private var sessions: [ClientID: Session] = [:]
    /// Which of the sessions of one name, on all servers, has it; nil where there are no other servers.
    private var leases: NameLeases?
    private var hellos: ServerBus.Subscription?

    /// The subject on which servers tell which sessions have begun.
    private static let helloSubject = "hello"

    package init(_ services: SessionServices) {
        self.services = services
    }

    /// Begins to hear of the sessions on other servers, before the lists do.
    package func start() {
        guard let peers = services.peers else { return }
        leases = NameLeases(server: peers.bus.server)
        hellos = peers.bus.subscribe(Self.helloSubject) { message in
            self.hearHello(message.payload)
        }
        peers.onNewServer = { self.leases?.repeatAll() }
        peers.onBeat = { self.repeatLeases() }
    }

    /// Opens a session for a connection.
    ///
    /// - Parameter admin: Answers those who run the server.
    package func open(
        _ connection: any SessionConnection, admin: (any AdminAnswering)?
    ) -> Session {
        services.monitor.metrics.sessionBegan()
        let session = Session(connection, in: self, admin: admin)
        session.awaitHello()
        return session
    }

    /// Opens a session that has one list open, and in which nothing comes from the client.
    package func follow(
        _ connection: any SessionConnection, _ list: OpenList, as principal: Principal
    ) -> Session {
        let session = Session(connection, in: self)
        session.follow(list, as: principal)
        return session
    }

    /// A session has sent `hello`.
    ///
    /// One that had the same public name is replaced.
    func began(_ session: Session, client: ClientID) {
        let earlier = sessions.updateValue(session, forKey: client)
        replace(earlier)
        if let lease = leases?.began(client) { publish(lease) }
    }

    func ended(_ session: Session, client: ClientID) {
        guard sessions[client] === session else { return }
        sessions[client] = nil
        leases?.ended(client)
    }

    /// Ends the session of a client on this server.
    ///
    /// - Returns: Whether there was one.
    package func endSession(of client: ClientID) -> Bool {
        guard let session = sessions[client] else { return false }
        session.dismiss(ErrorMessage(.ended, "an operator ended this session"))
        return true
    }

    /// Ends the sessions whose tokens are revoked, so many in a turn of the loop; those that begin meanwhile
    /// look for themselves.
    package func endRevokedSessions(isolation: isolated (any Actor)? = #isolation) async {
        for (number, session) in Array(sessions.values).enumerated() {
            if number % 250 == 249 { await services.loop.pause(seconds: 0) }
            session.endIfRevoked()
        }
    }

    /// Takes no more edits.
    package func stopListening() {
        for session in sessions.values { session.stopListening() }
    }

    /// Ends all sessions: the server stops.
    package func dismissAll() {
        let goodbye = ErrorMessage(.shuttingDown, "the server stops: come back in a moment")
        for session in sessions.values { session.dismiss(goodbye) }
    }

    /// Every session that has said who it is, so many in a turn of the loop.
    package func rows(isolation: isolated (any Actor)? = #isolation) async -> [AdminSession] {
        var rows: [AdminSession] = []
        rows.reserveCapacity(sessions.count)
        var looks = 0
        for session in Array(sessions.values) {
            guard let row = row(of: session) else { continue }
            rows.append(row)
            looks += 1 + row.lists
            guard looks >= Self.turnLooks else { continue }
            looks = 0
            await services.loop.pause(seconds: 0)
        }
        return rows
    }

    /// Sessions, and lists that they have open, that are looked at in one turn of the loop.
    private static let turnLooks = 1_000

    private func row(of session: Session) -> AdminSession? {
        session.row
    }

    // MARK: Other servers

    private func repeatLeases() {
        for lease in leases?.takeRepeats() ?? [] { publish(lease) }
    }

    private func hearHello(_ payload: [UInt8]) {
        guard let peers = services.peers else { return }
        guard let message = NameLeases.Message(payload) else { return peers.noteMalformed() }
        guard peers.note(message.server), let reaction = leases?.receive(message) else { return }
        if let answer = reaction.send { publish(answer) }
        if let client = reaction.replaced { replace(sessions.removeValue(forKey: client)) }
    }

    private func publish(_ lease: NameLeases.Message) {
        services.peers?.bus.publish(lease.encoded, to: Self.helloSubject)
    }

    private func replace(_ session: Session?) {
        session?.dismiss(
            ErrorMessage(.replaced, "another session with the same client key took over"))
    }
}
