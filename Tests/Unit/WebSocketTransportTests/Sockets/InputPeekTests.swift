import Testing

@testable import WebSocketTransport

@Suite struct InputPeekTests {
    @Test func mask_isTheTopBitOfTheSecondByte() {
        for (head, isMasked) in [([0x81, 0x85], true), ([0x81, 0x05], false)] as [([UInt8], Bool)] {
            for isEncrypted in [false, true] {
                var whole = FirstMask(isEncrypted: isEncrypted)
                #expect(whole.isMasked(head) == isMasked)
            }
            var records = FirstMask(isEncrypted: true)
            #expect(records.isMasked(head.prefix(1)) == nil)
            #expect(records.isMasked(head.dropFirst()) == isMasked)
        }
    }

    @Test func byteThatIsSeenAlone_isNotBlamed() {
        var mask = FirstMask(isEncrypted: false)
        #expect(mask.isMasked([0x81]) == true)
    }
}
