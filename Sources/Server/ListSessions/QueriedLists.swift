import ListEditing
import ListProtocol

/// The lists of which a session has a query under way.
struct QueriedLists: Sendable {
    /// Queries of different lists that a session has under way at once.
    static let most = 4

    private var lists: Set<ListID> = []

    mutating func insert(_ list: ListID) { lists.insert(list) }
    mutating func remove(_ list: ListID) { lists.remove(list) }

    /// Whether a message has to wait until a query is answered.
    func holdBack(_ message: DecodedMessage) -> Bool {
        guard !lists.isEmpty, case .message(let message) = message else { return false }
        switch message {
        case .query(let query): return lists.contains(query.list) || lists.count >= Self.most
        case .open(let open): return lists.contains(open.list)
        case .close(let list): return lists.contains(list)
        default: return false
        }
    }
}
