import TextBytes

/// One complete HTTP request for the application.
package struct HTTPRequest: Sendable {
    /// In upper case, as sent: `GET`, `HEAD`, `POST`, `DELETE`, ….
    package let method: String
    /// The path without the query, percent-decoded, without empty parts.
    package let path: String
    /// The parts between the path's slashes: `/a/b%20c` is `a`, `b c`.
    package let segments: [String]
    /// The query's fields in order, decoded.
    package let query: [(name: String, value: String)]
    /// The body, empty if there is none; at most the listener's `maxBodyBytes`.
    package let body: [UInt8]
    /// The peer's numeric address, without a port.
    package let remoteAddress: String
    /// The client: the address that a trusted proxy names, else the peer's.
    var caller: NetworkAddress?
    /// Whether it comes from this machine itself: from a loopback address, and no proxy says that it passed it on.
    package internal(set) var isLocal = false
    /// Whether a proxy says that it passed the request on.
    let isForwarded: Bool
    /// The network of the client: its IPv4 address, or the first 64 bits of its IPv6 address.
    package var remoteNetwork: [UInt8] {
        (caller ?? NetworkAddress(remoteAddress))?.network ?? Array(remoteAddress.utf8)
    }
    /// Whether a browser sends the request for a page of another site.
    ///
    /// Such a page can request anything in the name of its reader, so it must not cause expensive work.
    package internal(set) var isFromForeignPage = false
    private let fields: [(name: String, value: String)]

    init(_ head: HTTPHead, body: [UInt8], from remoteAddress: String) {
        self.init(
            head.method, path: head.path, segments: head.segments, query: head.query,
            fields: head.fields, isForwarded: head.isForwarded, body: body, from: remoteAddress)
    }

    init(
        _ method: String, path: String, segments: [String], query: [(name: String, value: String)],
        fields: [(name: String, value: String)], isForwarded: Bool, body: [UInt8],
        from remoteAddress: String
    ) {
        self.method = method
        self.path = path
        self.segments = segments
        self.query = query
        self.fields = fields
        self.isForwarded = isForwarded
        self.body = body
        self.remoteAddress = remoteAddress
    }

    /// The value of a header field, several joined by a comma; nil if absent, or if libwebsockets does not
    /// know the field.
    ///
    /// `name` is compared without regard to case. O(fields).
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return fields.first { $0.name.isSame(as: name) }?.value
    }

    /// The first value of a query field; nil if absent.
    ///
    /// O(fields).
    package func queryValue(_ name: String) -> String? {
        query.first { $0.name.isSame(as: name) }?.value
    }
}

/// A connection on which requests are answered, each by its number; for the loop's thread.
protocol AnsweringConnection: AnyObject {
    /// What the listener has counted so far.
    var counters: Counters { get }

    func add(_ fields: [(name: String, value: String)], to number: UInt64)
    func answer(_ response: HTTPResponse, to number: UInt64)
    func stream(
        to number: UInt64, of caller: NetworkAddress?, prefix: String,
        _ open: (EventConnection) -> any ConnectionHandler)
    func whenLate(_ response: HTTPResponse, for number: UInt64)
    func keepWaiting(for number: UInt64)
}

/// Takes the response to one HTTP request; for the loop's thread.
package final class HTTPExchange: Sendable {
    /// The session that waits for the response, if it still exists.
    private struct WeakSession {
        weak let session: (any AnsweringConnection)?
    }

    private let weakSession: LoopBound<WeakSession>
    private let number: UInt64
    private var session: (any AnsweringConnection)? { weakSession.value.session }

    /// - Parameter number: The request's number on its connection.
    init(_ session: any AnsweringConnection, number: UInt64, on loop: EventLoop) {
        weakSession = LoopBound(WeakSession(session: session), loop: loop)
        self.number = number
    }

    /// Adds header fields to the response.
    func add(_ fields: [(name: String, value: String)]) {
        session?.add(fields, to: number)
    }

    /// Answers the request.
    ///
    /// Only the first response counts; ignored if the peer is gone or the time limit has passed.
    package func respond(_ response: HTTPResponse) {
        session?.answer(response, to: number)
    }

    /// Answers the request by a stream of events, unless there are too many sessions: it counts as one.
    ///
    /// As ``respond(_:)`` does otherwise.
    ///
    /// - Parameters:
    ///   - prefix: What stands before the place in the ids of its events: one line.
    ///   - open: Returns the handler of the stream, which is told what the handler of a ``Connection`` is. Called
    ///     synchronously, if at all.
    package func stream(
        for request: HTTPRequest, prefix: String,
        _ open: (EventConnection) -> any ConnectionHandler
    ) {
        session?.stream(to: number, of: request.caller, prefix: prefix, open)
    }

    /// Sets the response for the case that the time limit passes before there is another.
    package func whenLate(_ response: HTTPResponse) {
        session?.whenLate(response, for: number)
    }

    /// Restarts the time limit for the response.
    package func keepWaiting() {
        session?.keepWaiting(for: number)
    }

    /// What the listener has counted so far; nil if the peer is gone.
    package var counters: Counters? { session?.counters }
}
