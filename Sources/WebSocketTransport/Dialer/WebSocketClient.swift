/// A WebSocket that was dialed, read message by message; from any thread.
package final class WebSocketClient: Sendable {
    private let connection: Connection
    private let inbox: WebSocketInbox
    private let loop: EventLoop

    init(_ connection: Connection, _ inbox: WebSocketInbox, _ loop: EventLoop) {
        self.connection = connection
        self.inbox = inbox
        self.loop = loop
    }

    deinit {
        close()
    }

    /// The next message, or the end; once over, the end again and again.
    ///
    /// One call at a time. Messages that nobody asks for wait here up to 1 MiB, then with the peer.
    ///
    /// - Throws: ``DialError/cancelled`` where the task is cancelled; the connection stays.
    package func next() async throws(DialError) -> WebSocketEvent {
        let event: WebSocketEvent? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.execute { [inbox] in
                    inbox.next { continuation.resume(returning: $0) }
                }
            }
        } onCancel: {
            loop.execute { [inbox] in inbox.stopWaiting() }
        }
        guard let event, !Task.isCancelled else { throw .cancelled }
        return event
    }

    /// So much may wait to be sent before ``send(_:)`` itself waits.
    private static let maxQueuedBytes = 1 << 20

    /// Sends a text message, which must be valid UTF-8; waits while over 1 MiB is queued.
    ///
    /// - Throws: ``DialError/closed`` where the connection is over.
    package func send(_ message: [UInt8]) async throws(DialError) {
        let frame = Frame(text: message)
        let isSent: Bool = await withCheckedContinuation { continuation in
            loop.execute { [inbox, connection] in
                inbox.whenQueued(below: Self.maxQueuedBytes) { isOpen in
                    if isOpen { connection.send(frame) }
                    continuation.resume(returning: isOpen)
                }
            }
        }
        guard isSent else { throw .closed }
    }

    /// Sends a text message, see ``send(_:)-([UInt8])``.
    package func send(_ message: String) async throws(DialError) {
        try await send(Array(message.utf8))
    }

    /// Closes after what is queued; ``next()`` tells when that is done.
    package func close(code: Int = 1000, reason: String = "") {
        loop.execute { [connection] in connection.close(code: code, reason: reason) }
    }
}
