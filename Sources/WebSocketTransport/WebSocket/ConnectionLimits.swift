/// How far a WebSocket connection goes with its peer, whichever side opened it.
package struct ConnectionLimits: Sendable {
    /// A message may have so many bytes.
    package var maxMessageBytes = 262_144
    /// The first message may have so many; nil: as many as any.
    package var maxFirstMessageBytes: Int?
    /// Whether binary messages are taken, too.
    package var takesBinary = false
    /// A connection that said nothing for so many seconds is pinged.
    package var idlePingSeconds = 30.0
    /// Without a sign of life so many seconds after a ping, the connection is cut.
    package var pongSeconds = 10.0
    /// A peer that takes nothing for so many seconds, though bytes wait for it, is cut.
    package var stallSeconds = 30.0
    /// A peer that was among the largest holders of memory, and pays for it, has so many seconds to take
    /// half of what waits for it; then it is cut as one that takes nothing.
    package var payingSeconds = 30.0
    /// A peer has so many seconds to answer a close frame.
    package var closeSeconds = 3.0
}
