/// One WebSocket message, framed once, whose bytes every connection sends as they are.
///
/// Framed for the way from server to client: unmasked, in one fragment. A connection that was dialed
/// masks a copy.
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

    /// Frames bytes of any kind.
    ///
    /// O(n), one copy.
    package init(binary payload: [UInt8]) {
        payloadCount = payload.count
        wire = FrameHeader.framed(payload, isBinary: true)
    }

    /// The frame for the way from client to server, masked with the bytes of `key`.
    ///
    /// O(n), one copy.
    func masked(with key: UInt32) -> [UInt8] {
        FrameHeader.masked(wire, payloadCount: payloadCount, key: key)
    }
}
