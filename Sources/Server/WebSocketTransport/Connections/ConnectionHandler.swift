/// Receives the events of one ``Connection``; called on the loop's thread only.
///
/// After ``Connection/close(code:reason:)`` only ``closed()`` is called.
package protocol ConnectionHandler: AnyObject {
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

/// Why a message is refused; the connection is intact and the peer can be informed.
package enum FrameProblem: Sendable, Equatable {
    /// A binary message where only text is accepted.
    case binary
    /// A text message that is not UTF-8.
    case notUTF8
    /// A message over the limit.
    case tooLarge

    /// The corresponding close code (RFC 6455, section 7.4.1).
    package var closeCode: Int {
        switch self {
        case .binary: 1003
        case .notUTF8: 1007
        case .tooLarge: 1009
        }
    }
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
    package var sheddingSeconds = 30.0
    /// Seconds in which the peer must answer a close frame.
    package var closeSeconds = 3.0
}
