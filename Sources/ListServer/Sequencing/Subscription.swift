import ListEditing
import WebSocketTransport

/// A session that has a list open.
struct Subscription: Sendable {
    /// What a session that is too slow has missed.
    struct Lag: Sendable {
        /// The last revision that it was sent.
        let delivered: Int
        /// Its own edits whose sets it missed: acknowledged where a snapshot swallows them.
        var owed: [OwedAnswer] = []
    }

    /// An own edit that changed the list while its session could not be sent the set.
    struct OwedAnswer: Sendable {
        let id: Int
        let revision: Int
        let answer: Answer
    }

    let session: Session
    let connection: Connection
    let client: ClientID
    /// Every set above this revision was, or will be, sent to the session.
    var sentFrom: Int
    /// Whether it has not been told yet who is there.
    var isNewcomer = true
    var lag: Lag? {
        didSet { isBehind = lag != nil }
    }
    /// Whether there is a `lag`: asked for each session and frame.
    private(set) var isBehind = false
}
