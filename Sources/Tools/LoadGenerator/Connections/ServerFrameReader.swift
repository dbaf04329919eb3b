/// Decodes the frames that a server sends (RFC 6455), in pieces of any size.
///
/// Of long `changes`, `catchup`, `snapshot`, `outline` and `rows` messages the reader keeps only the beginning and the
/// end, which hold the revisions; the bytes between need not be copied out of the kernel
/// (`skippable`). Messages are read without allocation once the buffers have grown.
struct ServerFrameReader {
    /// The bytes kept of the beginning and the end of a message that is not kept whole.
    static let headBytes = 256
    static let tailBytes = 1_024
    /// The longest frame accepted, in bytes.
    static let longest = 64 << 20

    /// Whether to keep `changes` and `catchup` whole, to read the authors of their sets.
    var keepsSets = false
    /// The message of the last event.
    private(set) var message: [UInt8] = []
    /// The payload of the last control frame.
    private(set) var control: [UInt8] = []
    /// The bytes of payload of all frames so far.
    private(set) var payloadBytes = 0

    private var header: [UInt8] = []
    private var isInPayload = false
    private var opcode: UInt8 = 0
    private var isFinal = false
    private var length = 0
    private var left = 0
    private var isLean = false
    /// Whether it is not known yet if the message is kept whole: its beginning shows that.
    private var isUndecided = false

    /// Starts to read another stream; `payloadBytes` and `keepsSets` stay.
    mutating func restart() {
        let bytes = payloadBytes
        let keeps = keepsSets
        self = ServerFrameReader()
        payloadBytes = bytes
        keepsSets = keeps
    }

    /// The number of the next bytes that are not kept.
    var skippable: Int { isLean ? max(0, left - ServerFrameReader.tailBytes) : 0 }

    /// Records that so many of the `skippable` bytes were discarded unread.
    mutating func skip(_ count: Int) {
        left -= count
        payloadBytes += count
    }

    /// Reads `input` from `offset` until a message is complete; nil: the input is used up.
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

    /// The length of the header, as far as its bytes so far tell.
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
        case .snapshot, .outline, .rows: true
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

/// A complete message or control frame of the server.
enum FrameEvent: Hashable {
    /// The sets of one commit; where `isWhole`, all of it is in `ServerFrameReader.message`.
    case changes(first: Int, last: Int, isWhole: Bool)
    /// A snapshot, or one part of it; an outline is one of one part.
    case snapshot(revision: Int, part: Int, parts: Int)
    /// The rows that were asked for under that number.
    case rows(n: Int, revision: Int)
    /// The sets that a session missed.
    case catchup(from: Int, revision: Int, isWhole: Bool)
    /// Another message, whole in `ServerFrameReader.message`.
    case message
    /// A ping, to be answered with what is in `ServerFrameReader.control`.
    case ping
    /// The server closes the connection, with its close code.
    case close(Int)
    /// Sets in which no revision was found.
    case unreadable
}

extension FrameEvent {
    /// Classifies a message.
    ///
    /// - Parameter bytes: The message; where it is not whole, its beginning and its end.
    init(_ bytes: borrowing Span<UInt8>, isWhole: Bool) {
        switch MessageKind(bytes) {
        case .changes:
            guard let first = ByteScan.first(ByteScan.revision, in: bytes),
                let last = ByteScan.last(ByteScan.revision, in: bytes)
            else {
                self = .unreadable
                return
            }
            self = .changes(first: first, last: last, isWhole: isWhole)
        case .catchup:
            guard let from = ByteScan.first(ByteScan.from, in: bytes),
                let revision = ByteScan.first(ByteScan.revision, in: bytes)
            else {
                self = .unreadable
                return
            }
            self = .catchup(from: from, revision: revision, isWhole: isWhole)
        case .outline:
            guard let revision = ByteScan.first(ByteScan.revision, in: bytes) else {
                self = .unreadable
                return
            }
            self = .snapshot(revision: revision, part: 0, parts: 1)
        case .rows:
            guard let n = ByteScan.first(ByteScan.n, in: bytes),
                let revision = ByteScan.first(ByteScan.revision, in: bytes)
            else {
                self = .unreadable
                return
            }
            self = .rows(n: n, revision: revision)
        case .snapshot:
            guard let revision = ByteScan.first(ByteScan.revision, in: bytes) else {
                self = .unreadable
                return
            }
            self = .snapshot(
                revision: revision, part: ByteScan.first(ByteScan.part, in: bytes) ?? 0,
                parts: ByteScan.first(ByteScan.parts, in: bytes) ?? 1)
        case .other:
            self = .message
        }
    }
}

/// The kind of a message that is frequent or long, by its beginning.
enum MessageKind {
    case changes
    case catchup
    case snapshot
    case outline
    case rows
    case other

    init(_ bytes: borrowing Span<UInt8>) {
        self =
            if ByteScan.begins(bytes, with: MessageKind.changesStart) {
                .changes
            } else if ByteScan.begins(bytes, with: MessageKind.snapshotStart) {
                .snapshot
            } else if ByteScan.begins(bytes, with: MessageKind.catchupStart) {
                .catchup
            } else if ByteScan.begins(bytes, with: MessageKind.rowsStart) {
                .rows
            } else if ByteScan.begins(bytes, with: MessageKind.outlineStart) {
                .outline
            } else {
                .other
            }
    }

    private static let changesStart = Array("{\"type\":\"changes\"".utf8)
    private static let snapshotStart = Array("{\"type\":\"snapshot\"".utf8)
    private static let catchupStart = Array("{\"type\":\"catchup\"".utf8)
    private static let outlineStart = Array("{\"type\":\"outline\"".utf8)
    private static let rowsStart = Array("{\"type\":\"rows\"".utf8)
}

/// A violation of RFC 6455 by the server, or a frame that the generator does not accept.
enum WireError: Error, Hashable {
    case masked
    case binary
    case tooLong
}
