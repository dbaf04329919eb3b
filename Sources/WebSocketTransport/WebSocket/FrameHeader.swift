/// The head of a WebSocket message (RFC 6455, section 5.2) in one fragment: unmasked from server to
/// client, masked the other way.
///
/// Everything else of the framing is libwebsockets'. These few bytes are made here so that a message
/// is framed once for all connections and several go out in one write.
enum FrameHeader {
    /// The largest header: two bytes and a 64-bit length.
    static let maximumCount = 10

    /// The final bit and the opcode of text.
    private static let finalText: UInt8 = 0x81
    /// The final bit and the opcode of anything else.
    private static let finalBinary: UInt8 = 0x82

    /// A whole message.
    ///
    /// O(n), one copy.
    static func framed(_ payload: [UInt8], isBinary: Bool = false) -> [UInt8] {
        var wire: [UInt8] = []
        wire.reserveCapacity(maximumCount + payload.count)
        wire.append(isBinary ? finalBinary : finalText)
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

    /// The bit that tells that a mask follows the length.
    private static let maskBit: UInt8 = 0x80

    /// `wire`, an unmasked frame of `payloadCount` bytes, masked (RFC 6455, section 5.3).
    ///
    /// O(n), one copy.
    static func masked(_ wire: [UInt8], payloadCount: Int, key: UInt32) -> [UInt8] {
        let start = wire.count - payloadCount
        var masked: [UInt8] = []
        masked.reserveCapacity(wire.count + 4)
        masked.append(contentsOf: wire[..<start])
        masked[1] |= maskBit
        appendBigEndian(UInt64(key), bytes: 4, to: &masked)
        masked.append(contentsOf: wire[start...])
        unsafe masked.withUnsafeMutableBytes { bytes in
            let payload = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(start + 4)...])
            let pattern = key.bigEndian
            var offset = 0
            while offset + 4 <= payload.count {
                let word = unsafe payload.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                unsafe payload.storeBytes(of: word ^ pattern, toByteOffset: offset, as: UInt32.self)
                offset += 4
            }
            while offset < payload.count {
                unsafe payload[offset] ^= UInt8(
                    truncatingIfNeeded: key >> UInt32(24 - offset % 4 * 8))
                offset += 1
            }
        }
        return masked
    }

    private static func appendBigEndian(_ value: UInt64, bytes: Int, to wire: inout [UInt8]) {
        for shift in (0..<bytes).reversed() {
            wire.append(UInt8(truncatingIfNeeded: value >> UInt64(shift * 8)))
        }
    }
}
