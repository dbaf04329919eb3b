import Foundation
import Synchronization

/// The response to an HTTP request.
package struct HTTPResponse: Sendable {
    /// The status code, 200…599.
    package var status: Int
    /// The media type of the body; sent only with a body.
    package var contentType: String
    /// Further header fields: `ETag`, `Retry-After`, `Cache-Control`, ….
    ///
    /// Not those that frame the message.
    package var headers: [(name: String, value: String)]
    /// The body.
    ///
    /// To HEAD only its length is sent; 204 and 304 have none.
    package var body: [UInt8]
    /// A file to send instead of ``body``.
    package var file: ResponseFile?
    /// Whether the body follows piece by piece until the connection ends: no length is announced.
    private(set) var isEndless = false

    /// Makes a response.
    package init(
        status: Int, contentType: String = "application/json",
        headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
    }

    /// Makes a response in plain text.
    package init(status: Int, headers: [(name: String, value: String)] = [], text: String) {
        self.init(
            status: status, contentType: "text/plain; charset=utf-8", headers: headers,
            body: Array(text.utf8))
    }
}

extension HTTPResponse {
    /// The head of a stream of events.
    ///
    /// `X-Accel-Buffering` has nginx hand events on at once.
    static var events: HTTPResponse {
        var response = HTTPResponse(
            status: 200, contentType: "text/event-stream",
            headers: [("Cache-Control", "no-store"), ("X-Accel-Buffering", "no")])
        response.isEndless = true
        return response
    }
}

/// Why a request is refused before it reaches the application.
struct HTTPRefusal: Error {
    let status: Int
    /// One line of plain text for the client.
    let reason: String
    var fields: [(name: String, value: String)] = []
    /// The kind that it counts as, if a WebSocket was requested.
    var kind = ConnectionRefusal.handshake

    /// The page of another origin.
    static func foreignOrigin(_ texts: RefusalTexts) -> HTTPRefusal {
        HTTPRefusal(status: 403, reason: texts.foreignOrigin, kind: .origin)
    }
    /// A name that is not known to be this server's.
    static func foreignHost(_ texts: RefusalTexts) -> HTTPRefusal {
        HTTPRefusal(status: 421, reason: texts.foreignHost)
    }
    /// A target that lws would answer by closing, or by 403.
    static let malformedHead = HTTPRefusal(
        status: 400,
        reason: """
            the path or query is malformed or holds an escaped NUL, or a header field has no proper \
            name
            """)
    /// - Parameter field: The name of the longest field; empty: the first line is longer.
    static func longHead(_ field: String) -> HTTPRefusal {
        let longest = field.isEmpty ? "its address" : "the field \(field)"
        return HTTPRefusal(
            status: 431,
            reason:
                "the head of a request has at most \(RequestHead.maxBytes) bytes; the longest here is "
                + longest)
    }
    static let dotPart = HTTPRefusal(
        status: 404, reason: "a path is taken as it is: none has a part . or ..")
    static let notAlone = HTTPRefusal(
        status: 400, reason: "nothing may stand after a request for a stream of events")
    /// A body after an earlier request that was not answered yet; see ``HTTPSession``.
    static let pipelinedBody = HTTPRefusal(
        status: 503, reason: "send a request with a body once the one before is answered",
        fields: [("Retry-After", "1")])
    /// The memory ledger is spent.
    static let overloaded = HTTPRefusal(
        status: 503, reason: "the server holds too much in memory: try again later",
        fields: [("Retry-After", "5")])

    /// No room for another WebSocket.
    static func busy(_ kind: ConnectionRefusal) -> HTTPRefusal {
        HTTPRefusal(
            status: 503, reason: "no further sessions now", fields: [("Retry-After", "5")],
            kind: kind)
    }

    /// The response to the request.
    var response: HTTPResponse {
        HTTPResponse(
            status: status, headers: fields, text: reason + "\n")
    }
}

/// A file as the body of a response, read piece by piece while it is sent.
///
/// The file must not change meanwhile. It is read on the loop's thread, so it should be in the system's
/// cache.
package final class ResponseFile: Sendable {
    /// Its size.
    package let byteCount: Int
    private let descriptor: Int32
    private let done: @Sendable () -> Void
    private let isReleased = Atomic<Bool>(false)

    /// Takes ownership of an open file.
    ///
    /// - Parameter done: Called once, when the file has been closed.
    package init(
        descriptor: Int32, byteCount: Int, done: @escaping @Sendable () -> Void = {}
    ) {
        self.descriptor = descriptor
        self.byteCount = byteCount
        self.done = done
    }

    deinit { release() }

    /// Closes the file, which cannot be read afterwards.
    ///
    /// Happens when the last byte has been read and before it is sent: a client that has the complete
    /// response can rely on the file being closed.
    func release() {
        guard !isReleased.exchange(true, ordering: .relaxed) else { return }
        Foundation.close(descriptor)
        done()
    }

    /// `count` bytes from `offset` on; nil if the file does not have them.
    ///
    /// O(count).
    func read(at offset: Int, count: Int) -> [UInt8]? {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                let got = unsafe pread(
                    descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                filled += got
            }
        }
        return bytes.count == count ? bytes : nil
    }
}

/// The reasons of refusals that the application can state more precisely; each is one line of text.
package struct RefusalTexts: Sendable {
    /// 403: the `Origin` is not allowed.
    package var foreignOrigin = "pages of this origin may not act here"
    /// 421: the `Host` is no name of this server.
    package var foreignHost = "this server does not go by that name"
    /// 404: no WebSocket is served at the path.
    package var noWebSocket = "no WebSocket here"

    package init() {}
}
