import JSON
import Testing

@Suite struct DepthTests {
    private func nested(_ depth: Int, around core: String = "1") -> [UInt8] {
        Array(
            (String(repeating: "[", count: depth) + core + String(repeating: "]", count: depth))
                .utf8)
    }

    @Test(arguments: [1, 2, 31, 32])
    func nestingUpToTheLimit_isTaken(depth: Int) throws {
        for core in ["1", "", "\"]\"", "null"] {
            let text = nested(depth, around: core)
            #expect(
                try JSONReader.read(text).canonicalText == String(decoding: text, as: UTF8.self))
        }
    }

    @Test(arguments: [33, 34, 64, 65, 66, 129, 1_000])
    func nestingBeyondTheLimit_isToldBesideTheValue(depth: Int) throws {
        let deep = String(decoding: nested(depth - 1, around: #"{"x":"\"]{"}"#), as: UTF8.self)
        let text = "{\"list\":\"a\",\"deep\":\(deep),\"id\":7}"
        let document = try JSONReader.parse(Array(text.utf8))
        #expect(document.problem?.reason == "nesting deeper than 32")
        #expect(document.value.object?["list"] == .string("a"))
        #expect(document.value.object?["id"] == .whole(7))
    }

    @Test func numbersBehindDeepNesting_areNotMixedUp() throws {
        let deep = String(decoding: nested(40, around: "1,-0,2"), as: UTF8.self)
        let document = try JSONReader.parse(Array("{\"a\":\(deep),\"b\":-0,\"id\":7}".utf8))
        #expect(document.value.object?["id"] == .whole(7))
    }

    @Test func aDeeperLimit_canBeAskedFor() throws {
        #expect(try JSONReader.parse(nested(64), maximumDepth: JSONReader.ownDepth).problem == nil)
        #expect(try JSONReader.parse(nested(65), maximumDepth: JSONReader.ownDepth).problem != nil)
    }

    @Test(arguments: ["[", "{\"a\":"])
    func aFrameOfNothingButNesting_isRefusedWithoutHarm(opening: String) {
        let text = Array(String(repeating: opening, count: 262_144 / opening.utf8.count).utf8)
        let error = #expect(throws: JSONError.self) { try JSONReader.parse(text) }
        #expect(error?.kind == .notJSON)
        #expect(error?.offset == text.count)
    }

    @Test func aFrameOfClosedNesting_isReadWithoutHarm() throws {
        let document = try JSONReader.parse(nested(131_072, around: ""))
        #expect(document.problem?.reason == "nesting deeper than 32")
        #expect(document.problem?.offset == 32)
    }

    @Test func wronglyClosedNesting_isRefusedAtAnyDepth() {
        for depth in [1, 2, 63, 64, 65, 127, 128, 129, 200] {
            var text = nested(depth)
            text[text.count - 1] = UInt8(ascii: "}")
            #expect(throws: JSONError.self) { try JSONReader.parse(text) }
            var inner = nested(depth)
            inner[depth + 1] = UInt8(ascii: "}")
            #expect(throws: JSONError.self) { try JSONReader.parse(inner) }
        }
    }
}
