import ListDocument
import ListEditing
import ListProtocol
import ListSequencing
import WebSocketTransport

/// The queries of the sessions that have one list open: one of each at a time.
///
/// The answer to a query stands at its place in the stream: after every set up to its revision, before the
/// next. A session that is behind has not been sent all of those, so its query is handled once it has
/// caught up; one whose query is answered on another thread is sent no sets until it is answered.
package struct SessionQueries {
    private struct Underway {
        let query: QueryRequest
        let n: Int
        let link: any SubscriberLink
        /// Called once it is answered, for the session to go on.
        let done: () -> Void
        /// It waits until the session has caught up.
        var isHeld = false
    }

    private var underway: [UInt64: Underway] = [:]

    /// Takes a query of a session.
    ///
    /// - Returns: What is to be asked of the list; nil: nothing, before the session has caught up.
    mutating func begin(
        _ subject: ListQuery.Subject, n: Int, of link: any SubscriberLink,
        _ subscribers: inout Subscribers, done: @escaping () -> Void
    ) -> ReaderRequest? {
        let connection = link.connectionNumber
        let query = QueryRequest(
            asker: .session(connection: connection, n: n), subject: subject,
            wantsAuthors: subscribers.wantsAuthors(connection))
        if case .rows(let selection) = subject {
            subscribers.noteWindow(selection, of: connection)
        }
        let isHeld = subscribers.delivered(to: connection) != nil
        underway[connection] = Underway(
            query: query, n: n, link: link, done: done, isHeld: isHeld)
        return isHeld ? nil : .query(query)
    }

    /// Stops the stream of a session whose query is about to be answered from a copy of this revision.
    ///
    /// - Returns: False where there is no answer to be made: the session has left, or fallen behind.
    mutating func pause(
        _ connection: UInt64, at revision: Int, _ subscribers: inout Subscribers
    ) -> Bool {
        guard underway[connection] != nil else { return false }
        guard subscribers.pause(connection, at: revision) else {
            underway[connection]?.isHeld = true
            return false
        }
        return true
    }

    /// Sends an answer, or holds the query where the session has fallen behind since.
    ///
    /// - Returns: What the session is to be sent of what it missed while its stream stood still.
    mutating func answer(
        _ connection: UInt64, _ reply: ReadReply, in list: ListID,
        _ subscribers: inout Subscribers
    ) -> ResyncRequest? {
        guard case .message(let message) = reply else {
            if case .absent(let unavailability) = reply {
                fail(connection, unavailability, of: list)
            }
            return nil
        }
        guard let query = underway[connection] else { return nil }
        guard subscribers.isPaused(connection) || subscribers.delivered(to: connection) == nil
        else {
            underway[connection]?.isHeld = true
            return nil
        }
        underway[connection] = nil
        query.link.send(Frame(text: message))
        query.done()
        subscribers.resume(connection)
        return subscribers.resync(of: connection)
    }

    /// A session has caught up.
    ///
    /// - Returns: What is to be asked of the list now; nil: nothing.
    mutating func caughtUp(_ connection: UInt64) -> ReaderRequest? {
        guard let query = underway[connection], query.isHeld else { return nil }
        underway[connection]?.isHeld = false
        return .query(query.query)
    }

    /// Ends the query of a session that leaves.
    mutating func end(_ connection: UInt64) {
        underway.removeValue(forKey: connection)?.done()
    }

    /// Answers every query that the list is gone, or cannot be read.
    mutating func failAll(_ unavailability: Unavailability, of list: ListID) {
        for connection in Array(underway.keys) { fail(connection, unavailability, of: list) }
    }

    /// Answers a query that the list is gone, or cannot be read.
    private mutating func fail(
        _ connection: UInt64, _ unavailability: Unavailability, of list: ListID
    ) {
        guard let query = underway.removeValue(forKey: connection) else { return }
        let reason =
            switch unavailability {
            case .deleted: AccessError.unknown(list)
            case .unavailable: AccessError.unreadable(list)
            }
        let error = ErrorMessage(reason.code, reason.message, list: list, n: query.n)
        query.link.send(Frame(text: error.encoded))
        query.done()
    }
}
