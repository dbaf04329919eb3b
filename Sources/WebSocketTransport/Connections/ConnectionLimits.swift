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
