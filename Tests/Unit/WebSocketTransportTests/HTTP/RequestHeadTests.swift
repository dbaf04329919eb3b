import CWebSockets
import Testing

@testable import WebSocketTransport

@Suite struct RequestHeadTests {
    /// What is found in a request that comes in pieces of this size.
    private static func found(_ text: String, by size: Int) -> RequestHead.Finding? {
        var head = RequestHead()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            if let finding = head.inspect(rest.prefix(size)) { return finding }
            rest = rest.dropFirst(size)
        }
        return nil
    }

    /// Whether it is readable; nil: not known yet.
    private static func finding(_ text: String, by size: Int) -> Bool? {
        found(text, by: size).map { $0 == .readable }
    }

    @Test(arguments: [
        "/..", "/.", "/a/..", "/a/.", "/a/../b", "/./a", "/a/%2e%2e", "/a/.%2E", "/a/%2e./b",
        "/a%2f..", "/a%2F%2e%2e%2fb", "/%2f../b", "/a/..?x", "/a/.?", "/a/..%3f", "//..",
        "/a/..//b",
    ])
    func partOfDots_isFoundWhereverItIsCut(target: String) {
        for size in 1...9 {
            let finding = Self.found("GET \(target) HTTP/1.1\r\n\r\n", by: size)
            #expect(finding == .hasDotPart, "by \(size)")
        }
    }

    @Test(arguments: [
        "/...", "/a/...", "/.a", "/a.", "/a..", "/..a", "/a/.well-known/b", "/a?b=/../c", "/?..",
        "/a/?/..", "/a%252f..", "/%252e%252e/a", "/a/..%5c", "/a?%2f..%2f", "/..;a", "/a/.%20",
    ])
    func dotsThatAreNoPart_areReadable(target: String) {
        for size in 1...9 {
            let finding = Self.found("GET \(target) HTTP/1.1\r\n\r\n", by: size)
            #expect(finding == .readable, "by \(size)")
        }
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", true), ("GET /a%20b?c=%C3%a4 HTTP/1.1\r\n\r\n%", true),
            ("GET /%0a HTTP/1.1\r\n\r\n", true), ("GET /%10%01 HTTP/1.1\n\n", true),
            ("GET /a%00b", false), ("GET /?a=%00", false), ("GET /%", nil), ("GET /% ", false),
            ("GET /%4\r\n", false), ("GET /%4", nil), ("GET /%g1", false), ("GET /%1g", false),
            ("GET /a%2", nil), ("G%00\r\n", true), ("\r\n", true), ("", nil),
            ("GET / HTTP/1.1%00\r\n\r\n", true), ("GET / HTTP/1.1\r\n", nil), ("GET /\r\n", true),
            ("GET * HTTP/1.1", false), ("GET index.html", false), ("GET  /x ", nil), ("GET", nil),
        ] as [(String, Bool?)])
    func target_isReadWhereverItIsCut(text: String, isReadable: Bool?) {
        for size in 1...9 { #expect(Self.finding(text, by: size) == isReadable, "by \(size)") }
    }

    @Test(
        arguments: [
            ("Host: a", true), ("X-Forwarded-For: b\r\nZed:", true), ("z_y.z!: ::", true),
            ("X-F: a", false), ("x-forwarded: a", false), ("HOS: a", false), ("c:", false),
            ("Accept: a", true), ("Accep: a", false), ("Te: a", true), ("T: a", false),
            ("Content-Length : 1", false), (": a", false), (" folded", false), ("\tfolded", false),
            ("no colon", false), ("Host: a\r\n folded", false), ("Ho\u{E4}: a", false),
            ("Host: a\rb", false), ("Host: a\r\r\n", false), ("Zed: \u{E4}", true), ("A: b", false),
            ("get : a", false),
            ("X-Forwarded-Forx: a", true), ("\(String(repeating: "n", count: 4_000)): a", true),
        ] as [(String, Bool)])
    func fields_haveNamesThatHideNothing(lines: String, isReadable: Bool) {
        let text = "GET / HTTP/1.1\r\nZed: b\r\n" + lines + "\r\n\r\n"
        for size in [1, 2, 3, 7, 10_000] {
            #expect(Self.finding(text, by: size) == isReadable, "by \(size)")
        }
    }

    @Test func everyNameThatIsKnown_isReadable() {
        for number in 0..<WSI_TOKEN_COUNT.rawValue {
            let known = unsafe lws_token_to_string(lws_token_indexes(rawValue: number))
            guard let name = unsafe known.map({ unsafe String(cString: $0) }), name.hasSuffix(":"),
                !name.hasPrefix(":")
            else { continue }
            #expect(Self.finding("GET / HTTP/1.1\r\n\(name) a\r\n\r\n", by: 50) == true, "\(name)")
        }
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", 0), ("GET / HTTP/1.1\r\nZed: b\r\n\r\n", 0),
            ("GET / HTTP/1.1\r\n\r\nG", 1), ("GET / HTTP/1.1\n\nabc", 3),
            ("GET / HTTP/1.1\r\nA: b", nil), ("\r\n\r\n", nil), ("GET /\r\n\r\n", nil),
        ] as [(String, Int?)])
    func end_isFoundWithWhatFollows(text: String, rest: Int?) {
        var head = RequestHead()
        _ = head.inspect(Array(text.utf8))
        #expect(head.restCount == rest)
    }

    @Test func looks_sawAll_whereNothingPassedBetweenThem() {
        var looks = HeadLooks(isEncrypted: false)
        #expect(looks.isWithoutGap(-1))
        looks.add(10)
        #expect(looks.isWithoutGap(10) && !looks.isWithoutGap(11) && !looks.isWithoutGap(-1))
        #expect(!looks.sawAll(10))
        looks.restCount = 0
        #expect(looks.sawAll(-1) && looks.isAlone)
        looks.add(5)
        #expect(looks.sawAll(15))
        #expect(!looks.sawAll(16) && !looks.sawAll(-1))
        var encrypted = HeadLooks(isEncrypted: true)
        encrypted.add(1)
        encrypted.add(1)
        encrypted.restCount = 4
        #expect(encrypted.isWithoutGap(-1))
        #expect(encrypted.sawAll(-1) && !encrypted.isAlone)
    }

    @Test(arguments: [1, 1_000, 100_000])
    func longHead_isFound_withItsLongestField(size: Int) {
        func inspected(_ text: String) -> (RequestHead.Finding?, String) {
            var head = RequestHead()
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                if let finding = head.inspect(rest.prefix(size)) {
                    return (finding, head.longestField)
                }
                rest = rest.dropFirst(size)
            }
            return (nil, head.longestField)
        }
        func request(_ count: Int) -> String {
            let start = "GET / HTTP/1.1\r\nAccept: */*\r\nX-Long: "
            let end = "\r\nHost: a\r\n\r\n"
            return start + String(repeating: "x", count: count - start.utf8.count - end.utf8.count)
                + end
        }
        #expect(inspected(request(RequestHead.maxBytes)).0 == .readable)
        #expect(inspected(request(RequestHead.maxBytes + 1)) == (.tooLong, "x-long"))
        let target = "GET /" + String(repeating: "x", count: RequestHead.maxBytes)
        #expect(inspected(target) == (.tooLong, ""))
    }
}
