/// What a client sends, and all that an echo answers; where that is no close, the connection goes on.
struct FrameCase: Sendable {
    let name: String
    let wire: [UInt8]
    let answers: [Answer]

    /// A frame of the server.
    enum Answer: Equatable, Sendable {
        case text([UInt8])
        case pong([UInt8])
        /// The last one; 0: without a code.
        case close(Int)

        var isClose: Bool { if case .close = self { true } else { false } }
        var isPong: Bool { if case .pong = self { true } else { false } }

        init?(_ frame: RawWebSocket.Received) {
            guard frame.isFinal, !frame.isMasked else { return nil }
            switch frame.opcode {
            case 1: self = .text(frame.payload)
            case 8: self = .close(frame.closeCode)
            case 10: self = .pong(frame.payload)
            default: return nil
            }
        }
    }

    init(_ name: String, _ wire: [UInt8], _ answers: Answer...) {
        self.name = name
        self.wire = wire
        self.answers = answers
    }

    static let goodbye = RawWebSocket.frame(8, [3, 232])

    static func close(_ code: Int, _ reason: [UInt8] = []) -> [UInt8] {
        RawWebSocket.frame(8, [UInt8(code >> 8), UInt8(code & 255)] + reason)
    }

    /// A message in pieces, with frames in between.
    static func fragments(_ pieces: [[UInt8]], between: [UInt8] = []) -> [UInt8] {
        var wire: [UInt8] = []
        for (index, piece) in pieces.enumerated() {
            let isFinal = index == pieces.count - 1
            wire += RawWebSocket.frame(index == 0 ? 1 : 0, piece, isFinal: isFinal)
            if !isFinal { wire += between }
        }
        return wire
    }
}

extension FrameCase {
    private static let words = Array("κόσμε €😀 z".utf8)

    /// Messages of each size, whole and in pieces of each size.
    static let sizes: [FrameCase] = {
        var cases: [FrameCase] = []
        for size in [0, 1, 125, 126, 127, 128, 65_535, 65_536, 65_537, 1 << 20] {
            let message = [UInt8](repeating: 0x61, count: size)
            let whole = RawWebSocket.frame(1, message)
            cases.append(FrameCase("\(size) bytes", whole, .text(message)))
            for piece in [1, 64, 997, 4096, 65_536] where piece < size && size / piece <= 2048 {
                var parts: [[UInt8]] = []
                for start in stride(from: 0, to: size, by: piece) {
                    parts.append(Array(message[start..<min(size, start + piece)]))
                }
                let wire = fragments(parts)
                cases.append(
                    FrameCase(
                        "\(size) bytes in pieces of \(piece)", wire, .text(message)))
            }
        }
        return cases
    }()

    /// A message of characters of one to four bytes, cut at each byte.
    static let splits: [FrameCase] = (0...words.count).flatMap { place in
        let pieces = [Array(words[..<place]), Array(words[place...])]
        return [
            FrameCase(
                "split at \(place)", fragments(pieces), .text(words)),
            FrameCase(
                "ping at \(place)",
                fragments(pieces, between: RawWebSocket.frame(9, [1, 2])),
                .pong([1, 2]), .text(words)),
            FrameCase(
                "pong at \(place)",
                fragments(pieces, between: RawWebSocket.frame(10, [7])),
                .text(words)),
            FrameCase(
                "empty piece at \(place)",
                fragments([pieces[0], [], [], pieces[1]]), .text(words)),
            FrameCase(
                "close at \(place)", fragments(pieces, between: close(1001)), .close(1001)),
        ]
    }

    private static let notUTF8: [[UInt8]] = [
        [0x80], [0xBF], [0xFE], [0xFF], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF],
        [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF],
        [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80],
        [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80],
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3], [0xC3, 0x28],
        [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x28, 0x80],
    ]

    /// Messages that are no UTF-8, whole, and in pieces that each may be the start of some.
    static let badText: [FrameCase] = notUTF8.flatMap { bytes in
        let name = "\(bytes)"
        let message: [UInt8] = [0x61] + bytes + [0x61]
        return [
            FrameCase("not UTF-8: \(name)", RawWebSocket.frame(1, message), .close(1007)),
            FrameCase(
                "not UTF-8, byte by byte: \(name)", fragments(message.map { [$0] }), .close(1007)),
            FrameCase(
                "not UTF-8, after a good one: \(name)",
                RawWebSocket.frame(1, words) + RawWebSocket.frame(1, message), .text(words),
                .close(1007)),
        ]
    }

    private static let oddText: [[UInt8]] = [
        [0x00], [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF],
        [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80],
        [0xF4, 0x8F, 0xBF, 0xBF], [0xEF, 0xBB, 0xBF], [0x65, 0xCC, 0x81],
    ]

    /// Texts that look odd and are right.
    static let goodText: [FrameCase] = oddText.map { bytes in
        let wire = fragments(bytes.map { [$0] })
        return FrameCase("UTF-8: \(bytes)", wire, .text(bytes))
    }
}

extension FrameCase {
    private static let hello = Array("hello".utf8)
    private static let echoed = RawWebSocket.frame(1, hello)

    /// Close codes that may be sent, with and without a reason, and those that may not.
    static let closes: [FrameCase] = {
        var cases = [
            FrameCase("close without a code", RawWebSocket.frame(8, []), .close(0)),
            FrameCase("close of one byte", RawWebSocket.frame(8, [3]), .close(1002)),
        ]
        let allowed = [
            1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999,
        ]
        let longest = [UInt8](repeating: 97, count: 123)
        for code in allowed {
            cases.append(FrameCase("close \(code)", close(code), .close(code)))
            let reasoned = close(code, Array("bÿe".utf8))
            cases.append(FrameCase("close \(code) with a reason", reasoned, .close(code)))
            let long = close(code, longest)
            cases.append(FrameCase("close \(code) with the longest reason", long, .close(code)))
            let amid = echoed + close(code) + echoed
            cases.append(
                FrameCase("close \(code) between messages", amid, .text(hello), .close(code)))
        }
        let forbidden = [
            0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535,
        ]
        for code in forbidden {
            cases.append(FrameCase("forbidden close \(code)", close(code), .close(1002)))
            let reasoned = close(code, [97])
            cases.append(FrameCase("forbidden close \(code), reasoned", reasoned, .close(1002)))
        }
        let notText: [[UInt8]] = [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x61, 0xC3], [0xF4, 0x90, 0x80, 0x80],
        ]
        for reason in notText {
            cases.append(FrameCase("close with \(reason)", close(1000, reason), .close(1007)))
        }
        return cases
    }()

    /// Pings of each size are answered, pongs that nobody asked for are not.
    static let pings: [FrameCase] = [0, 1, 2, 12, 100, 124, 125].flatMap { size in
        let payload = [UInt8](repeating: UInt8(size), count: size)
        return [
            FrameCase(
                "ping of \(size) bytes", RawWebSocket.frame(9, payload) + echoed,
                .pong(payload), .text(hello)),
            FrameCase(
                "pong of \(size) bytes", RawWebSocket.frame(10, payload) + echoed,
                .text(hello)),
        ]
    }

    /// What no frame may be, alone and after a good message.
    static let violations: [FrameCase] = broken.flatMap { name, wire in
        [
            FrameCase(name, wire, .close(1002)),
            FrameCase("\(name), after a good one", echoed + wire, .text(hello), .close(1002)),
        ]
    }

    private static let broken: [(String, [UInt8])] = {
        var broken: [(String, [UInt8])] = []
        for opcode: UInt8 in [1, 8, 9, 10] {
            for bits: UInt8 in 1...7 {
                var wire = RawWebSocket.frame(opcode, [])
                wire[0] |= bits << 4
                broken.append(("reserved bits \(bits), opcode \(opcode)", wire))
            }
        }
        for opcode: UInt8 in [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] {
            broken.append(("opcode \(opcode)", RawWebSocket.frame(opcode, [65])))
        }
        for opcode: UInt8 in [8, 9, 10] {
            let wire = RawWebSocket.frame(opcode, [], isFinal: false)
            broken.append(("control frame \(opcode) in pieces", wire))
        }
        let begun = RawWebSocket.frame(1, [65], isFinal: false)
        let more: [(String, [UInt8])] = [
            ("continuation of nothing", RawWebSocket.frame(0, [65])),
            ("empty continuation of nothing", RawWebSocket.frame(0, [])),
            ("unfinished continuation of nothing", RawWebSocket.frame(0, [65], isFinal: false)),
            ("text within a text", begun + RawWebSocket.frame(1, [65])),
            ("reserved opcode within a text", begun + RawWebSocket.frame(5, [65])),
            ("ping in pieces within a text", begun + RawWebSocket.frame(9, [65], isFinal: false)),
        ]
        return broken + more
    }()
}
