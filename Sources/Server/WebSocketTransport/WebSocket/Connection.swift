/// One WebSocket connection, accepted or dialed: what its owner can do with it.
///
/// Confined to its loop's thread, but for the properties that are `let`.
package final class Connection: Sendable {
    /// Unique among the connections of this process.
    package let id: UInt64
    /// The path of the handshake's request, percent-decoded; of a dialed connection, path and query as
    /// sent.
    package let path: String
    /// Where it comes from.
    package let origin: ConnectionOrigin
    private let session: LoopBound<WebSocketSession>

    init(
        _ session: WebSocketSession, of socket: Socket, path: String, from origin: ConnectionOrigin
    ) {
        id = session.number
        self.path = path
        self.origin = origin
        self.session = LoopBound(session, loop: socket.loop)
    }

    // MARK: Sending

    /// Sends a message after all earlier ones.
    ///
    /// Written at once if the queue is empty; else queued. The queue shares the frame's bytes and has no
    /// bound of its own: the sender watches ``queuedBytes``. Ignored once the connection closes.
    package func send(_ frame: Frame) {
        session.value.send(frame)
    }

    /// Bytes that the kernel has not accepted yet.
    package var queuedBytes: Int { session.value.queuedBytes }

    /// Whether the connection has to release memory; see ``MemoryLedger``.
    ///
    /// While bytes are queued, its owner should leave out what is optional, and not read from it.
    package var isThrottled: Bool { session.value.isThrottled }

    /// Bytes of memory that the owner holds for the connection, such as messages that wait.
    ///
    /// They are charged to the connection's account. Initially 0; no effect once the connection is closed.
    package var ownedBytes: Int {
        get { session.value.ownedBytes }
        set { session.value.ownedBytes = newValue }
    }

    /// Bytes of received messages, and all bytes sent, so far.
    package var traffic: (received: Int, sent: Int) { session.value.traffic }

    /// Calls the handler's `drained()` once, as soon as at most `bytes` are queued; never synchronously.
    package func notifyWhenDrained(below bytes: Int) {
        session.value.notifyWhenDrained(below: bytes)
    }

    // MARK: Reading

    /// Stops reading from the peer: no message is delivered until ``resumeReading()``.
    package func pauseReading() {
        session.value.pauseReading()
    }

    /// Delivers messages again, at the end of the pass beginning with those that had arrived.
    package func resumeReading() {
        session.value.resumeReading()
    }

    // MARK: Closing

    /// Sends what is queued, then a close frame; from now on only `closed()` is delivered.
    ///
    /// - Parameters:
    ///   - code: 1000…4999, sent as given.
    ///   - reason: At most 123 bytes of UTF-8; the rest is cut off.
    package func close(code: Int, reason: String = "") {
        session.value.close(code: code, reason: reason)
    }

    /// Ends the connection without a close frame; queued bytes are discarded.
    ///
    /// From now on only `closed()` is delivered.
    package func cut() {
        session.value.cut()
    }
}
