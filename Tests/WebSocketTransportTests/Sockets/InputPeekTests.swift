import Testing

@testable import WebSocketTransport

@Suite struct InputPeekTests {
    @Test func mask_isTheTopBitOfTheSecondByte() {
        for (head, isMasked) in [([0x81, 0x85], true), ([0x81, 0x05], false)] as [([UInt8], Bool)] {
            var whole = FirstMask()
            #expect(whole.isMasked(head) == isMasked)
            var pieces = FirstMask()
            #expect(pieces.isMasked(head.prefix(1)) == nil)
            #expect(pieces.isMasked(head.dropFirst()) == isMasked)
        }
    }
}
