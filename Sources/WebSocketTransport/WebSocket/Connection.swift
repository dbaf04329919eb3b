/// One WebSocket connection, open or not: confined to its loop's thread, but for what is `let`.
package final class Connection: Sendable {
    /// Unique among the connections of this process.
    package let id: UInt64
    /// The request's path: `/ws`, or `/ws/LIST` as sent.
    package let path: String
    /// The last part of `/ws/LIST`, decoded; nil for `/ws`.
    package let listHint: String?
    /// The peer's numeric address, without a port.
    package let remoteAddress: String
    private let session: LoopConfined<WebSocketSession>

    init(
        id: UInt64, path: String, listHint: String?, remoteAddress: String,
        session: WebSocketSession
    ) {
        self.id = id
        self.path = path
        self.listHint = listHint
        self.remoteAddress = remoteAddress
        self.session = LoopConfined(session)
    }

    /// Sends a message after all that were sent before.
    ///
    /// Written at once if nothing waits; else it joins the queue, which shares the frame's bytes and
    /// has no bound of its own: who sends watches ``queuedBytes``. Ignored once the connection closes.
    package func send(_ frame: Frame) {
        session.value.send(frame)
    }

    /// Bytes that wait here for the kernel to take them.
    package var queuedBytes: Int { session.value.queuedBytes }

    /// Whether more is held in memory than may be, and this connection is among those that pay for it:
    /// see ``MemoryLedger``.
    ///
    /// Whoever sends then leaves out what can be left out as long as something is queued, and does not
    /// read from the connection.
    package var isPaying: Bool { session.value.isPaying }

    /// Bytes that its owner keeps in memory for the connection, such as messages that wait.
    ///
    /// They are charged to the connection's account. 0 at first; without effect once it is closed.
    package var ownedBytes: Int {
        get { session.value.ownedBytes }
        set { session.value.ownedBytes = newValue }
    }

    /// Bytes of its messages that came in, and all bytes that went out, so far.
    package var traffic: (received: Int, sent: Int) { session.value.traffic }

    /// Calls the handler's `drained()` once, as soon as at most `bytes` are queued; never from within.
    package func notifyWhenDrained(below bytes: Int) {
        session.value.notifyWhenDrained(below: bytes)
    }

    /// Delivers no further message until ``resumeReading()``; the peer is not read from meanwhile.
    package func pauseReading() {
        session.value.pauseReading()
    }

    /// Delivers messages again: first what had come already, at the end of the pass.
    package func resumeReading() {
        session.value.resumeReading()
    }

    /// Sends what is queued, then a close frame; nothing but `closed()` is delivered any more.
    ///
    /// - Parameters:
    ///   - code: 1000…4999, sent as given.
    ///   - reason: at most 123 bytes; what is over is cut.
    package func close(code: Int, reason: String = "") {
        session.value.close(code: code, reason: reason)
    }

    /// Ends the connection without a word to the peer; what is queued is lost.
    ///
    /// Nothing but `closed()` is delivered any more.
    package func cut() {
        session.value.cut()
    }
}
