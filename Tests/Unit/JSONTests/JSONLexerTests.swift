import Testing

@testable import JSON

@Suite struct JSONLexerTests {
    private func lexer(_ text: String) -> JSONLexer { JSONLexer(Array(text.utf8)) }

    @Test(arguments: [
        ("0", 0), ("-17", -17), ("9007199254740991", 9_007_199_254_740_991),
        ("-9007199254740991", -9_007_199_254_740_991),
    ])
    func exactIntegers_areRead(text: String, value: Int) throws {
        var lexer = lexer(text + ",")
        guard case .integer(let number) = try lexer.number() else {
            Issue.record("\(text) is not an integer")
            return
        }
        #expect(number == value)
        #expect(lexer.position == text.utf8.count)
        #expect(lexer.problem == nil)
    }

    @Test(arguments: ["-0", "9007199254740992", "-9007199254740992", "12345678901234567"])
    func otherIntegers_areInexact(text: String) throws {
        var lexer = lexer(text)
        guard case .inexactInteger = try lexer.number() else {
            Issue.record("\(text) is not inexact")
            return
        }
        #expect(lexer.isAtEnd)
        #expect((lexer.problem == nil) == (text == "-0"))
    }

    @Test(arguments: ["1.0", "-0.5", "1e3", "1E-3", "0e+0"])
    func fractionsAndExponents_areFractions(text: String) throws {
        var lexer = lexer(text)
        guard case .fraction = try lexer.number() else {
            Issue.record("\(text) is not a fraction")
            return
        }
        #expect(lexer.isAtEnd)
    }

    @Test(arguments: [#""a\n""#, #""a"#, "\"a\nb\"", "a", ""])
    func otherThanAnUnescapedString_leavesThePosition(text: String) {
        var lexer = lexer(text)
        let found = lexer.unescapedString()
        #expect(found == nil)
        #expect(lexer.position == 0)
    }

    @Test func unescapedString_isNotKnownToBeUTF8() throws {
        var lexer = JSONLexer([0x22, 0xC3, 0x22, 0x22, 0x61, 0x22])
        let texts = [lexer.unescapedString(), lexer.unescapedString()]
        let broken = try #require(texts[0])
        #expect(!broken.isASCII && lexer.validString(of: broken) == nil)
        let text = try #require(texts[1])
        #expect(text.isASCII && lexer.validString(of: text) == "a")
        #expect(lexer.isEqual(text, "a") && !lexer.isEqual(text, "b") && !lexer.isEqual(text, "aa"))
    }

    @Test(arguments: [
        #"{"a":[1,{"b":"]}"}],"c":null}"#, "[[[]]]", #""\"""#, "true", "-1.5e3", "[ { } , [ ] ]",
    ])
    func skippedValues_endWhereTheyEnd(text: String) throws {
        var lexer = lexer(text + " ,1")
        try lexer.skipValue()
        #expect(lexer.position == text.utf8.count)
        let isComma = lexer.take(UInt8(ascii: ","))
        #expect(isComma)
    }

    @Test func onlyTheFirstProblem_isKept() throws {
        var lexer = lexer(#""\u0000\ud800""#)
        _ = try lexer.string()
        #expect(lexer.problem?.offset == 1)
        #expect(lexer.problem?.reason == "NUL character")
    }

    @Test func peek_isZeroAtTheEnd_andSkipsWhiteSpaceOnly() {
        var blank = lexer(" \t\r\n")
        let atEnd = blank.peek()
        #expect(atEnd == 0 && blank.isAtEnd)
        var other = lexer(" \u{B}")
        let next = other.peek()
        #expect(next == 0x0B && other.position == 1)
    }
}
