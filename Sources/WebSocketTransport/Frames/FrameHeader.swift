/// The head of a WebSocket text message (RFC 6455, section 5.2) from server to client: unmasked, in
/// one fragment.
///
/// Everything else of the framing is libwebsockets'. These few bytes are made here so that a message
/// is framed once for all connections and several go out in one write.
enum FrameHeader {
    /// The largest header: two bytes and a 64-bit length.
    static let maximumCount = 10

    /// The final bit and the opcode of text.
    private static let finalText: UInt8 = 0x81

    /// A whole text message.
    ///
    /// O(n), one copy.
    static func framed(_ payload: [UInt8]) -> [UInt8] {
        var wire: [UInt8] = []
        wire.reserveCapacity(maximumCount + payload.count)
        wire.append(finalText)
        switch payload.count {
        case ..<126:
            wire.append(UInt8(payload.count))
        case ..<65_536:
            wire.append(126)
            appendBigEndian(UInt64(payload.count), bytes: 2, to: &wire)
        default:
            wire.append(127)
            appendBigEndian(UInt64(payload.count), bytes: 8, to: &wire)
        }
        wire.append(contentsOf: payload)
        return wire
    }

    private static func appendBigEndian(_ value: UInt64, bytes: Int, to wire: inout [UInt8]) {
        for shift in (0..<bytes).reversed() {
            wire.append(UInt8(truncatingIfNeeded: value >> UInt64(shift * 8)))
        }
    }
}
