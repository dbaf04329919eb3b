/// One connection: what it holds of each list, and which edits it waits for.
struct FollowedSession {
    /// How it asked for a list.
    struct Opening {
        let since: Int?
        /// When: the number of its event.
        let moment: Int
        /// The newest revision of each epoch that anybody had seen by then.
        let seen: [String: Int]
        /// Whether neither a snapshot nor a catchup came yet.
        var isUnderWay = true
    }

    let client: Int
    let number: Int
    /// The epochs of the lists that are open.
    var epochs: [String: String] = [:]
    /// The revisions that it holds.
    var held: [String: Int] = [:]
    var openings: [String: Opening] = [:]
    /// The snapshots of which parts are missing.
    var parts: [String: HeardSnapshot] = [:]
    /// The edits that it sent: how many answers each had, by list, then id.
    var sent: [String: [Int: SentEdit]] = [:]

    /// An edit that this session sent.
    struct SentEdit {
        let index: Int
        var answers = 0
    }

    /// For people.
    var text: String { "client \(client) in session \(number)" }
}
