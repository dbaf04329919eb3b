import Testing

@testable import WebSocketTransport

@Suite struct FieldTextTests {
    @Test(arguments: [
        ("Close", true), ("close", true), ("CLOSE", true), ("closed", false), ("clos", false),
        ("", false),
        ("close\u{301}", false), ("\u{212A}lose", false),
    ])
    func words_areSameWithoutRegardToTheCaseOfASCII(text: String, isSame: Bool) {
        #expect(text.isSame(asLowercase: "close") == isSame)
    }

    @Test func elements_standBetweenCommasAndBlanks() {
        #expect(" a,\tb ,, \u{301}c".elements == ["a", "b", "\u{301}c"])
        #expect(" , ".elements == [])
    }

    @Test func halves_areCutAtTheFirstSeparator() {
        #expect("a=b=c".halves(at: "=") == ("a", "b=c"))
        #expect("=".halves(at: "=") == ("", ""))
        #expect("a=\u{338}".halves(at: "=") == ("a", "\u{338}"))
        #expect("a".halves(at: "=") == ("a", nil))
    }

    @Test func lowering_leavesAllButASCIIAsItIs() {
        #expect("ÀB\u{212A}z".asciiLowercased.utf8.elementsEqual("Àb\u{212A}z".utf8))
    }
}
