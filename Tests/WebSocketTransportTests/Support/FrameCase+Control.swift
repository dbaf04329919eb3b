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

    /// What no frame may be, alone and behind a good message.
    static let violations: [FrameCase] = broken.flatMap { name, wire in
        [
            FrameCase(name, wire, .close(1002)),
            FrameCase("\(name), behind a good one", echoed + wire, .text(hello), .close(1002)),
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
