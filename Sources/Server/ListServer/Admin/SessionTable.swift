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
