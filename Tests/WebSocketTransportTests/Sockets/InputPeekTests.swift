import Testing

@testable import WebSocketTransport

@Suite struct InputPeekTests {
    /// What is found in a request that comes in pieces of this size.
    private static func finding(_ text: String, by size: Int) -> Bool? {
        var target = RequestTarget()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            if let isReadable = target.isReadable(rest.prefix(size)) { return isReadable }
            rest = rest.dropFirst(size)
        }
        return nil
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\n", true), ("GET /a%20b?c=%C3%a4 HTTP/1.1\r\n%", true),
            ("GET /%0a HTTP/1.1\r\n", true), ("GET /%10%01 HTTP/1.1", true),
            ("GET /a%00b", false), ("GET /?a=%00", false), ("GET /%", nil), ("GET /% ", false),
            ("GET /%4\r\n", false), ("GET /%4", nil), ("GET /%g1", false), ("GET /%1g", false),
            ("GET /a%2", nil), ("G%00\r\n", true), ("\r\n", true), ("", nil),
            ("GET / HTTP/1.1%00\r\n", true),
            ("GET * HTTP/1.1", false), ("GET index.html", false), ("GET  /x ", true), ("GET", nil),
        ] as [(String, Bool?)])
    func target_isReadWhereverItIsCut(text: String, isReadable: Bool?) {
        for size in 1...9 { #expect(Self.finding(text, by: size) == isReadable, "by \(size)") }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", true), ("GET / HTTP/1.1\r\nA: b\r\n\r\n", true),
        ("GET / HTTP/1.1\r\n\r\nG", false), ("a\r\n\r\nb\r\n\r\n", false), ("\r\n\r", false),
        ("\r\n\r\n", true), ("GET / HTTP/1.1\r\n", false), ("", false),
        ("\r\n\r\n\r\n", false),
    ])
    func wholeHead_endsWhereTheBytesDo(text: String, isWhole: Bool) {
        let found = unsafe Array(text.utf8).withUnsafeBytes { unsafe RequestTarget.isWholeHead($0) }
        #expect(found == isWhole)
    }

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
