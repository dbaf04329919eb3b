import ListDocument
import ListEditing
import ListProtocol
import TextBytes
import WebSocketTransport

/// The sessions of this server as a table.
enum SessionTable {
    /// The rows of a page; away from the loop, as there may be many.
    @concurrent
    static func page(
        _ page: AdminPage<AdminSessionOrder>, of sessions: [AdminSession]
    ) async -> (sessions: [AdminSession], total: Int) {
        var rows = sessions
        if let text = page.text.map({ TextSearch($0) }) {
            rows = rows.filter { session in
                [session.name, session.user, session.address, session.client.text]
                    .contains { $0.map(text.isIn(plain:)) ?? false }
            }
        }
        rows.sort { isBefore($0, $1, by: page.by) }
        return (Array(rows.dropFirst(page.from).prefix(page.limit)), rows.count)
    }

    private static func isBefore(
        _ one: AdminSession, _ other: AdminSession, by order: AdminSessionOrder
    ) -> Bool {
        let (first, second) = (TextKey(one.client.text), TextKey(other.client.text))
        switch order {
        case .since: return (one.since, first) < (other.since, second)
        case .lag: return (other.behind, other.queued, first) < (one.behind, one.queued, second)
        case .edits: return (other.edits, first) < (one.edits, second)
        case .lists: return (other.lists, first) < (one.lists, second)
        case .address: return (TextKey(one.address), first) < (TextKey(other.address), second)
        case .user: return (TextKey(one.user ?? ""), first) < (TextKey(other.user ?? ""), second)
        case .name: return (TextKey(one.name ?? ""), first) < (TextKey(other.name ?? ""), second)
        }
    }
}

extension ListRegistry {
    /// Sessions, and lists that they have open, that are looked at in one turn of the loop.
    private static let turnLooks = 1_000

    /// Every session that has said who it is.
    func sessionRows() async -> [AdminSession] {
        var rows: [AdminSession] = []
        rows.reserveCapacity(sessions.count)
        var looks = 0
        for session in Array(sessions.values) {
            guard let row = row(of: session) else { continue }
            rows.append(row)
            looks += 1 + row.lists
            guard looks >= Self.turnLooks else { continue }
            looks = 0
            await context.loop.pause(seconds: 0)
        }
        return rows
    }

    private func row(of session: Session) -> AdminSession? {
        session.assumeIsolated { $0.row }
    }

    /// Ends the session of a client on this server.
    ///
    /// - Returns: Whether there was one.
    func endSession(of client: ClientID) -> Bool {
        guard let session = sessions[client] else { return false }
        session.dismiss(ErrorMessage(.ended, "an operator ended this session"))
        return true
    }
}

extension Session {
    /// The session as a row of the table; nil: nobody has said hello in it.
    fileprivate var row: AdminSession? {
        guard case .open(let principal) = stage else { return nil }
        let number = connection.id
        let behind = openLists.reduce(0) { sum, list in
            let sequencer = registry.assumeIsolated { $0.sequencer(of: list) }
            return sum + (sequencer?.assumeIsolated { $0.revisionsBehind(number) } ?? 0)
        }
        let seconds = context.loop.now - tally.began
        return AdminSession(
            client: principal.client, name: principal.name, user: principal.grants.user,
            address: connection.origin.address, since: context.clock.now() - Int(seconds * 1000),
            lists: openLists.count, edits: tally.edits, behind: behind,
            queued: connection.queuedBytes, received: connection.traffic.received,
            sent: connection.traffic.sent, isStream: connection is EventConnection)
    }
}
