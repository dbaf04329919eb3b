import Testing

@testable import JSON

@Suite struct UnescapedRunTests {
    private func run(_ bytes: [UInt8], from start: Int) -> UnescapedRun {
        unsafe bytes.withUnsafeBytes { unsafe UnescapedRun(in: $0, from: start) }
    }

    @Test(arguments: [0x00, 0x1F, 0x22, 0x5C] as [UInt8])
    func run_endsAtTheFirstByteThatMeansSomething(byte: UInt8) {
        for count in 0...25 {
            for place in 0..<count {
                var bytes = [UInt8](repeating: 0x61, count: count)
                bytes[place] = byte
                for start in 0...count {
                    #expect(run(bytes, from: start).end == (start <= place ? place : count))
                }
            }
        }
    }

    @Test(arguments: 0...255 as ClosedRange<UInt8>)
    func everyByte_standsForItselfOrEndsTheRun(byte: UInt8) {
        // Once among eight, once alone.
        for bytes in [[UInt8](repeating: byte, count: 8), [byte]] {
            let stands = byte >= 0x20 && byte != 0x22 && byte != 0x5C
            let found = run(bytes, from: 0)
            #expect(found.end == (stands ? bytes.count : 0))
            #expect(found.isASCII == (!stands || byte < 0x80))
        }
    }

    @Test func bytesBehindTheEnd_areOfNoAccount() {
        let bytes = Array("abc\"äö".utf8)
        #expect(run(bytes, from: 0).isASCII)
        #expect(!run(bytes, from: 4).isASCII)
    }
}
