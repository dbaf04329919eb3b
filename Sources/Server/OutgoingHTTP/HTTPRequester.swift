internal import Foundation

/// How requests are made.
package struct HTTPRequesterSettings: Sendable {
    /// Whether addresses may be dialed that are not public, as of this machine or its network.
    package var allowPrivate = false
    /// How long a connection may take, with TLS.
    package var connectSeconds = 10.0
    /// A PEM file of the authorities whose certificates are taken; nil: the system's.
    package var authorities: String?
    /// Whether servers are checked at all: by their certificates, for their names.
    package var verifies = true
    package var userAgent: String
    /// The longest body that is read.
    package var maximumReplyBytes = 64 << 10

    package init(userAgent: String) {
        self.userAgent = userAgent
    }
}

/// Makes HTTP requests to other servers, many at once, on a thread of its own.
///
/// The caller bounds how many are under way.
package final class HTTPRequester: Sendable {
    private let settings: HTTPRequesterSettings
    private let queue = RequestQueue()

    /// Its thread starts with the first request.
    package init(_ settings: HTTPRequesterSettings) {
        self.settings = settings
    }

    deinit { queue.stop {} }

    /// Sends a request.
    ///
    /// - Parameter done: called once, on the requester's thread, which it must not hold up; on the
    ///   caller's once the requester has stopped.
    package func send(
        _ request: OutgoingRequest,
        done: @escaping @Sendable (Result<HTTPReply, HTTPRequestError>) -> Void
    ) {
        send(RequestTicket(request), done)
    }

    /// Sends a request; a cancelled task ends it.
    package func send(_ request: OutgoingRequest) async throws(HTTPRequestError) -> HTTPReply {
        let ticket = RequestTicket(request)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                send(ticket) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            queue.cancel(ticket)
        }
        return try result.get()
    }

    /// Ends what is under way with ``HTTPRequestError/stopped``, and returns after the thread's end.
    package func stop() async {
        await withCheckedContinuation { continuation in
            queue.stop { continuation.resume() }
        }
    }

    private func send(
        _ ticket: RequestTicket,
        _ done: @escaping @Sendable (Result<HTTPReply, HTTPRequestError>) -> Void
    ) {
        switch queue.add(ticket, done) {
        case .isRunning: break
        case .isStopped: done(.failure(.stopped))
        case .isIdle:
            let thread = Thread { [queue, settings] in TransferLoop(queue, settings).run() }
            thread.name = "outgoing-http"
            thread.start()
        }
    }
}
