/// One WebSocket text message, framed once, whose bytes every connection sends as they are.
///
/// Framed for the way from server to client: unmasked, in one fragment.
package final class Frame: Sendable {
    /// Bytes of the message.
    package let payloadCount: Int
    /// Bytes on the wire, the frame's header included.
    package var wireCount: Int { wire.count }
    /// Header and payload.
    let wire: [UInt8]

    /// Frames `payload`, which must be valid UTF-8.
    ///
    /// O(n), one copy.
    package init(text payload: [UInt8]) {
        payloadCount = payload.count
        wire = FrameHeader.framed(payload)
    }
}
