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
                "not UTF-8, behind a good one: \(name)",
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
