import SeededRandom
import Testing

@testable import WebSocketTransport

@Suite struct MessageAssemblyTests {
    private static func add(
        _ piece: [UInt8], to assembly: inout MessageAssembly, remaining: Int = 0,
        isFinal: Bool = false, isBinary: Bool = false
    ) -> MessageAssembly.Outcome {
        unsafe piece.withUnsafeBytes { bytes in
            unsafe assembly.add(
                bytes, remaining: remaining, isFinal: isFinal, isBinary: isBinary)
        }
    }

    @Test func piecesCutAnywhere_giveTheMessages() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        var assembly = MessageAssembly(maxMessageBytes: 500)
        for _ in 0..<500 {
            let count = Int.random(in: 0...120, using: &generator)
            let message = Array(
                String((0..<count).map { _ in "aé€😀".randomElement(using: &generator) ?? "a" }).utf8
            )
            var rest = message[...]
            var outcome = MessageAssembly.Outcome.needsMore
            repeat {
                #expect(outcome == .needsMore, "seed \(seed)")
                let piece = Array(rest.prefix(Int.random(in: 0...200, using: &generator)))
                rest = rest.dropFirst(piece.count)
                outcome = Self.add(
                    piece, to: &assembly, remaining: rest.count, isFinal: rest.isEmpty)
            } while !rest.isEmpty
            #expect(outcome == .message(message), "seed \(seed)")
        }
    }

    @Test(arguments: [(10, 0, true), (10, 1, false), (4, 6, true), (4, 7, false), (4, .max, false)])
    func limit_countsWhatIsStillToCome(count: Int, remaining: Int, fits: Bool) {
        var assembly = MessageAssembly(maxMessageBytes: 10)
        let piece = [UInt8](repeating: 65, count: count)
        let outcome = Self.add(
            piece, to: &assembly, remaining: remaining, isFinal: remaining == 0)
        let accepted: MessageAssembly.Outcome = remaining == 0 ? .message(piece) : .needsMore
        #expect(outcome == (fits ? accepted : .refused(.tooLarge)))
    }

    @Test func memory_isTakenForNoMoreThanHasCome() {
        var assembly = MessageAssembly(maxMessageBytes: 1 << 20)
        #expect(Self.add([65], to: &assembly, remaining: (1 << 20) - 1) == .needsMore)
        #expect((1...256).contains(assembly.heldBytes))
        let piece = [UInt8](repeating: 65, count: 1000)
        for _ in 0..<100 { _ = Self.add(piece, to: &assembly, remaining: 1000) }
        #expect((100_001...262_144).contains(assembly.heldBytes))
        assembly.drop()
        #expect(assembly.heldBytes == 0)
        #expect(Self.add([65], to: &assembly, isFinal: true) == .message([65]))
    }

    @Test func firstMessage_hasALimitOfItsOwn() {
        let long = [UInt8](repeating: 65, count: 100)
        for isOneFrame in [true, false] {
            var assembly = MessageAssembly(maxMessageBytes: 100, maxFirstMessageBytes: 10)
            #expect(
                Self.add([65], to: &assembly, remaining: isOneFrame ? 10 : 0)
                    == (isOneFrame ? .refused(.tooLarge) : .needsMore))
            if !isOneFrame {
                #expect(
                    Self.add(Array(long.prefix(10)), to: &assembly) == .refused(.tooLarge))
            }
        }
        var assembly = MessageAssembly(maxMessageBytes: 100, maxFirstMessageBytes: 10)
        #expect(Self.add([65], to: &assembly, remaining: 9) == .needsMore)
        let first = Array(long.prefix(10))
        #expect(
            Self.add(Array(first.dropFirst()), to: &assembly, isFinal: true) == .message(first))
        #expect(Self.add(long, to: &assembly, isFinal: true) == .message(long))
    }

    @Test(
        arguments: [
            [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
            [0xFF],
            [0x41, 0xC3],
        ] as [[UInt8]])
    func whatIsNotUTF8_isRefused(bytes: [UInt8]) {
        var assembly = MessageAssembly(maxMessageBytes: 10)
        #expect(Self.add(bytes, to: &assembly, isFinal: true) == .refused(.notUTF8))
        for byte in bytes.dropLast() {
            #expect(Self.add([byte], to: &assembly) == .needsMore)
        }
        #expect(
            Self.add([bytes[bytes.count - 1]], to: &assembly, isFinal: true) == .refused(.notUTF8))
    }

    @Test func binary_isRefusedAtItsFirstPiece() {
        var assembly = MessageAssembly(maxMessageBytes: 10)
        #expect(Self.add([1], to: &assembly, remaining: 100, isBinary: true) == .refused(.binary))
    }

    @Test func binary_isPutTogetherWhereItIsTaken_evenIfItIsNoText() {
        var assembly = MessageAssembly(maxMessageBytes: 10, acceptsBinary: true)
        #expect(Self.add([0xFF], to: &assembly, isBinary: true) == .needsMore)
        #expect(
            Self.add([0xC0, 0], to: &assembly, isFinal: true, isBinary: true)
                == .binary([0xFF, 0xC0, 0]))
        #expect(Self.add([0xFF], to: &assembly, isFinal: true) == .refused(.notUTF8))
    }
}
