package import ListDocument
package import ListProtocol
package import ListSequencing
package import WebSocketTransport

/// A session as the list's subscribers know it: where frames go, and how it takes them.
package protocol SubscriberLink: AnyObject {
    /// Unique among the connections of the server.
    var connectionNumber: UInt64 { get }
    /// Bytes that wait for it.
    var queuedBytes: Int { get }
    /// Whether it holds so much memory that frames which can be left out are not sent to it.
    var isThrottled: Bool { get }
    func send(_ frame: Frame)
    /// Has it tell the list once at most so many bytes wait for it.
    func notifyWhenDrained(below bytes: Int)
    /// Sends the answer to an edit of its own.
    func acknowledge(_ answer: EditOutcome, id: Int, list: ListID)
    /// The list that it was to open cannot be had.
    func openFailed(_ list: ListID, _ unavailability: Unavailability)
    /// The list is not open in it any more.
    func listClosed(_ list: ListID, _ unavailability: Unavailability)
}

extension Unavailability {
    /// The last frame that sessions are sent of a list.
    func closingFrame(of list: ListID) -> Frame {
        switch self {
        case .deleted: Frame(text: Closed(list: list, code: "deleted").encoded, event: .closed)
        case .unavailable: Frame(text: AccessError.unreadable(list).encoded, event: .error)
        }
    }
}

extension StreamEvent {
    /// The list is deleted.
    static let closed = StreamEvent("closed", isLast: true)
    package static let error = StreamEvent("error", isLast: true)
}
