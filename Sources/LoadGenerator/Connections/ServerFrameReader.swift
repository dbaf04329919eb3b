/// Reads the frames that a server sends (RFC 6455), in whatever pieces they come.
///
/// Of long `changes`, `catchup` and `snapshot` messages it keeps the beginning and the end only, in
/// which the revisions stand: what lies between need not even be copied out of the kernel
/// (`skippable`). Nothing is allocated for a message once the buffers have grown.
struct ServerFrameReader {
    /// Bytes kept of the beginning and of the end of a message that is not kept whole.
    static let headBytes = 256
    static let tailBytes = 1_024
    /// A message that must be kept whole and is longer is refused.
    static let longest = 64 << 20

    /// Keeps all of `changes` and `catchup`, to tell whose edits are in them.
    var keepsSets = false
    /// The message that the last event was about.
    private(set) var message: [UInt8] = []
    /// What came with a ping or close.
    private(set) var control: [UInt8] = []
    /// Bytes of payload so far, of all frames.
    private(set) var payloadBytes = 0

    private var header: [UInt8] = []
    private var isInPayload = false
    private var opcode: UInt8 = 0
    private var isFinal = false
    private var length = 0
    private var left = 0
    private var isLean = false
    /// Whether to keep all of the message shows when its beginning is there.
    private var isUndecided = false

    /// Begins with another stream; what was counted stays.
    mutating func restart() {
        let bytes = payloadBytes
        let keeps = keepsSets
        self = ServerFrameReader()
        payloadBytes = bytes
        keepsSets = keeps
    }

    /// Bytes that come next and are of no interest.
    var skippable: Int { isLean ? max(0, left - ServerFrameReader.tailBytes) : 0 }

    /// Takes note that so many of the `skippable` bytes were thrown away unread.
    mutating func skip(_ count: Int) {
        left -= count
        payloadBytes += count
    }

    /// Reads on in `input` until something is complete; nil: the input is used up.
    mutating func next(
        _ input: UnsafeRawBufferPointer, at offset: inout Int
    ) throws(WireError) -> FrameEvent? {
        while true {
            if !isInPayload {
                guard try unsafe readHeader(input, &offset) else { return nil }
            }
            unsafe readPayload(input, &offset)
            guard left == 0 else { return nil }
            isInPayload = false
            if let event = finished() { return event }
        }
    }

    private mutating func readHeader(
        _ input: UnsafeRawBufferPointer, _ offset: inout Int
    ) throws(WireError) -> Bool {
        while header.count < headerBytes {
            guard offset < input.count else { return false }
            unsafe header.append(input[offset])
            offset += 1
        }
        guard header[1] & 0x80 == 0 else { throw .masked }
        isFinal = header[0] & 0x80 != 0
        opcode = header[0] & 0x0F
        guard opcode != 2 else { throw .binary }
        length = header.count == 2 ? Int(header[1]) : 0
        for byte in header.dropFirst(2) { length = length << 8 | Int(byte) }
        guard length >= 0, length <= ServerFrameReader.longest else { throw .tooLong }
        header.removeAll(keepingCapacity: true)
        left = length
        isLean = false
        isUndecided =
            isFinal && opcode == 1
            && length > ServerFrameReader.headBytes + ServerFrameReader.tailBytes
        isInPayload = true
        if isControl {
            control.removeAll(keepingCapacity: true)
        } else if opcode != 0 {
            message.removeAll(keepingCapacity: true)
        }
        return true
    }

    /// As many as the header is known to have so far.
    private var headerBytes: Int {
        guard header.count >= 2 else { return 2 }
        return switch header[1] & 0x7F {
        case 126: 4
        case 127: 10
        default: 2
        }
    }

    private var isControl: Bool { opcode >= 8 }

    private mutating func readPayload(_ input: UnsafeRawBufferPointer, _ offset: inout Int) {
        while left > 0, offset < input.count {
            var count = min(left, input.count - offset)
            if isControl {
                unsafe control.append(contentsOf: input[offset..<offset + count])
            } else if skippable > 0 {
                count = min(count, skippable)
            } else {
                if isUndecided { count = min(count, ServerFrameReader.headBytes - message.count) }
                unsafe message.append(contentsOf: input[offset..<offset + count])
            }
            offset += count
            left -= count
            payloadBytes += count
            if isUndecided, message.count == ServerFrameReader.headBytes {
                isLean = isOfLittleInterest
                isUndecided = false
            }
        }
    }

    private var isOfLittleInterest: Bool {
        switch MessageKind(message.span) {
        case .snapshot: true
        case .changes, .catchup: !keepsSets
        case .other: false
        }
    }

    private func finished() -> FrameEvent? {
        switch opcode {
        case 8:
            return .close(control.count >= 2 ? Int(control[0]) << 8 | Int(control[1]) : 1005)
        case 9: return .ping
        case 10...15: return nil
        default: break
        }
        guard isFinal else { return nil }
        return FrameEvent(message.span, isWhole: !isLean)
    }
}
