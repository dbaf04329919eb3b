/// One WebSocket message, encoded once as a frame that any number of connections send.
///
/// The frame is that of a server: unmasked, in one fragment. A client's connection masks a copy.
package final class Frame: Sendable {
    /// Bytes of the message.
    package let payloadCount: Int
    /// Bytes on the wire, including the frame's header.
    package var wireCount: Int { wire.count }
    /// Header and payload.
    let wire: [UInt8]
    /// What the message is in a stream of events; nil: streams leave it out.
    package let event: StreamEvent?

    /// Makes a text frame; `payload` must be valid UTF-8, and of one line where it is an event.
    ///
    /// O(n), one copy.
    package init(text payload: [UInt8], event: StreamEvent? = nil) {
        payloadCount = payload.count
        wire = FrameHeader.framed(payload)
        self.event = event
    }

    /// Makes a binary frame.
    ///
    /// O(n), one copy.
    package init(binary payload: [UInt8]) {
        payloadCount = payload.count
        wire = FrameHeader.framed(payload, isBinary: true)
        event = nil
    }

    /// The frame of a client, masked with the bytes of `key`.
    ///
    /// O(n), one copy.
    func masked(with key: UInt32) -> [UInt8] {
        FrameHeader.masked(wire, payloadCount: payloadCount, key: key)
    }
}

// Canonical equivalence: the names are words of this program.
/// What a message is in a stream of events.
package struct StreamEvent: Hashable, Sendable {
    /// The event's type.
    package let name: String
    /// From where its receiver can go on: the number in the event's id; nil: it has none.
    package let place: Int?
    /// Whether the stream ends with it.
    package let isLast: Bool

    package init(_ name: String, place: Int? = nil, isLast: Bool = false) {
        self.name = name
        self.place = place
        self.isLast = isLast
    }

    /// What stands before the message.
    func head(prefix: String) -> [UInt8] {
        let id = place.map { "id: \(prefix)\($0)\n" } ?? ""
        return Array("event: \(name)\n\(id)data: ".utf8)
    }
}

/// Encodes the header of a frame (RFC 6455, section 5.2) of a message in one fragment.
///
/// libwebsockets could do it, but for each connection anew, and in a write for each message.
private enum FrameHeader {
    /// The largest header: two bytes and a 64-bit length.
    static let maximumCount = 10

    /// The final bit and the opcode of text.
    private static let finalText: UInt8 = 0x81
    /// The final bit and the opcode of anything else.
    private static let finalBinary: UInt8 = 0x82

    /// The frame of a message.
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

    /// The bit that announces a mask after the length.
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
