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
