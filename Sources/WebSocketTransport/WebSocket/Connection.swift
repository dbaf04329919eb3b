import Synchronization

// Canonical equivalence: an address is written in ASCII.
/// Where a connection comes from.
package struct ConnectionOrigin: Hashable, Sendable {
    /// The numeric address of the client, without a port: the one that a trusted proxy names, else the peer's.
    package let address: String
    /// Whether it is made on this machine itself: from a loopback address, and no proxy says that it passed it on.
    package let isLocal: Bool

    package init(address: String, isLocal: Bool) {
        self.address = address
        self.isLocal = isLocal
    }
}

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

    private static let lastID = Atomic<UInt64>(0)

    /// An id that no other connection of the process has, from 1.
    static func nextID() -> UInt64 {
        lastID.add(1, ordering: .relaxed).newValue
    }
}

/// Receives the events of one ``Connection``; called on the loop's thread only.
///
/// After ``Connection/close(code:reason:)`` only ``closed()`` is called.
package protocol ConnectionHandler: AnyObject, Sendable {
    /// A complete text message: valid UTF-8, within ``ConnectionLimits/maxMessageBytes``.
    func received(_ message: [UInt8])

    /// A complete binary message, if ``ConnectionLimits/acceptsBinary`` allows it.
    func receivedBinary(_ message: [UInt8])

    /// A message was refused. The handler informs the peer and closes; if it does not close, the
    /// transport does, with the problem's own code.
    func refused(_ problem: FrameProblem)

    /// At most as many bytes are queued as ``Connection/notifyWhenDrained(below:)`` asked for.
    func drained()

    /// The peer has received nothing for ``ConnectionLimits/stallSeconds``. The queue is discarded. A
    /// last message may be sent synchronously; then the transport closes with 4408.
    func stalled()

    /// The peer closes, with this code if it sent one; ``closed()`` follows.
    func peerCloses(code: Int?, reason: String)

    /// The connection is over; called exactly once, whatever the reason.
    func closed()
}

extension ConnectionHandler {
    package func receivedBinary(_ message: [UInt8]) {}
    package func stalled() {}
    package func peerCloses(code: Int?, reason: String) {}
}

/// The limits of one WebSocket connection, whichever side opened it.
package struct ConnectionLimits: Sendable {
    /// The largest message, in bytes.
    package var maxMessageBytes = 262_144
    /// The largest first message, in bytes; nil: ``maxMessageBytes``.
    package var maxFirstMessageBytes: Int?
    /// Whether binary messages are accepted.
    package var acceptsBinary = false
    /// Seconds without input after which the peer is pinged.
    package var idlePingSeconds = 30.0
    /// Seconds without input after a ping after which the connection is cut.
    package var pongSeconds = 10.0
    /// Seconds in which the peer receives nothing of what is queued, after which the connection closes.
    package var stallSeconds = 30.0
    /// Seconds for which a connection may have to release memory, after which it closes as stalled; see
    /// ``MemoryLedger``.
    package var payingSeconds = 30.0
    /// Seconds in which the peer must answer a close frame.
    package var closeSeconds = 3.0
}
