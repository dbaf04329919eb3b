import ListProtocol

/// One connection of a client: what it holds of each list, and the edits that it sent.
struct FollowedSession {
    let client: Int
    let number: Int
    /// The epochs of the open lists, by name.
    var epochs: [String: String] = [:]
    /// The revision that the session holds of each list, by name.
    var held: [String: Int] = [:]
    var openRequests: [String: OpenRequest] = [:]
    /// The epochs of which lists were known when the session asked to delete them, by name.
    var deleteRequests: [String: [String]] = [:]
    /// The snapshots of which parts are missing.
    var parts: [String: ObservedSnapshot] = [:]
    /// The edits that the session sent, by list, then id.
    var sent: [String: [Int: SentEdit]] = [:]

    /// The requests to open a list, of which answers may come while others are sent.
    struct OpenRequest {
        /// When one was sent.
        struct Sending {
            /// The index of the event.
            let moment: Int
            /// The newest revision of each epoch that any client had seen before.
            let seen: [String: Int]
        }

        /// The revision to resume from, of the newest.
        let since: Int?
        /// Those that were not opened, oldest first: an error may be the answer to an edit as well.
        var unanswered: [Sending]
        /// Whether neither a snapshot nor a catchup has arrived.
        var isPending = true
        /// What it and the requests before it resume from, without what was resumed: an answer may be to any of them, and
        /// several may ask for the same.
        var asked: [Int] = []
        /// Those that were opened and whose list has not arrived: a catchup before that is one of a slow session.
        var unread = 0

        /// A list has arrived.
        mutating func noteRead() {
            isPending = false
            unread = max(0, unread - 1)
        }
    }

    /// An edit that the session sent: its index among all edits, how often it was sent in this session, as a
    /// list that could not be read was opened again, and its answers.
    struct SentEdit {
        let index: Int
        var sendings = 1
        var answers = 0
    }

    mutating func noteSent(_ edit: ObservedEdit, index: Int) {
        if sent[edit.list]?[edit.id]?.index == index {
            sent[edit.list]?[edit.id]?.sendings += 1
        } else {
            sent[edit.list, default: [:]][edit.id] = SentEdit(index: index)
        }
    }

    /// The session is notified that a list is deleted.
    ///
    /// - Returns: The epochs that are over; a session that has not opened the list may have asked for it.
    mutating func close(_ list: String) -> [String] {
        held[list] = nil
        if openRequests[list]?.unanswered.isEmpty == true { openRequests[list] = nil }
        let deleted = deleteRequests.removeValue(forKey: list) ?? []
        return deleted + [epochs.removeValue(forKey: list)].compactMap(\.self)
    }

    /// The client and the session, for people.
    var text: String { "client \(client) in session \(number)" }
}

/// The newest revision of each list that clients were sent.
struct SeenRevisions {
    private var byClient: [Int: [ListKey: Int]] = [:]
    /// By name, then epoch.
    private var byAnyClient: [String: [String: Int]] = [:]

    /// The newest revision that any client was sent; 0 where there is none.
    func newest(of key: ListKey) -> Int { byAnyClient[key.name]?[key.epoch] ?? 0 }

    func newest(ofEachEpochOf list: String) -> [String: Int] { byAnyClient[list] ?? [:] }

    /// Records that a client was sent a revision.
    ///
    /// - Returns: The newest revision that the client was sent before; 0 where there is none.
    mutating func note(_ revision: Int, of key: ListKey, by client: Int) -> Int {
        let before = byClient[client]?[key] ?? 0
        byClient[client, default: [:]][key] = max(before, revision)
        byAnyClient[key.name, default: [:]][key.epoch] = max(newest(of: key), revision)
        return before
    }
}

extension Outline {
    /// The list that it is of.
    var key: ListKey { ListKey(name: list.text, epoch: epoch) }
}
