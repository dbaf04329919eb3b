import JSON
import Testing

/// Texts that RFC 8259 refuses; json-c accepts many of them.
private let notJSON: [String] = [
    "", " ", "\n\t ", "NaN", "Infinity", "-Infinity", "nan", "[NaN]", "-NaN", "inf",
    "1.", "-1.", ".5", "-.5", "+1", "01", "-01", "00", "1.e5", "1e", "1e+", "1E-", "-", "0x10",
    "1_000", "1 2", "--1", "1.2.3", "1e5.5",
    "'a'", "{'a':1}", "{a:1}", "{\"a\":'b'}", "[1,]", "{\"a\":1,}", "[,1]", "[1,,2]", "{,}",
    "[1 2]",
    "{\"a\" 1}", "{\"a\":}", "{\"a\"}", "{1:2}", "{null:1}", "{\"a\":1 \"b\":2}", "{\"a\":1,1}",
    "// comment\n1", "1 // comment", "/* comment */ 1", "[1, /* c */ 2]", "# 1",
    "\"a\nb\"", "\"a\tb\"", "\"\u{1}\"", "\"a\u{0}b\"", "\"\u{1F}\"", "{\"a\nb\":1}",
    "\"a", "\"", "\"\\\"", "\"\\", "\"\\u12", "\"\\u12G4\"", "\"\\x41\"", "\"\\a\"", "\"\\'\"",
    "\"\\u\"", "\"\\U0041\"", "\"\\uD834\\u12\"",
    "tru", "true1", "True", "TRUE", "nul", "Null", "NULL", "falsey", "t", "f", "n", "undefined",
    "[", "{", "]", "}", "[1", "{\"a\":1", "{\"a\":", "{\"a\"", "[}", "{]", "[1}", "{\"a\":1]",
    "[[1]", "[1]]", "{}{}", "[] []", "{} 1", "1,", "null,", "\"a\"b", "[1]x", "\u{FEFF}1",
    "\u{FEFF}{}", "\u{A0}1", "[1\u{2028}]", "\u{C}1", "\u{B}1",
]

/// Texts that are not UTF-8.
private let notUTF8: [[UInt8]] = [
    [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xC1, 0xBF, 0x22], [0x22, 0xE0, 0x80, 0xAF, 0x22],
    [0x22, 0xF0, 0x80, 0x80, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
    [0x22, 0xED, 0xBF, 0xBF, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
    [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0x22, 0xFF, 0x22], [0x22, 0xFE, 0x22],
    [0x22, 0x80, 0x22], [0x22, 0xBF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC3, 0x28, 0x22],
    [0x22, 0xE2, 0x82, 0x22], [0x22, 0xE2, 0x28, 0xA1, 0x22], [0x22, 0xF0, 0x9F, 0x98, 0x22],
    [0x22, 0xF0, 0x9F, 0x28, 0x80, 0x22], [0x22, 0xC3], [0x22, 0xE2, 0x82], [0xC3, 0xA9],
    [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], [0xFF, 0xFE, 0x31, 0x00],
]

@Suite struct RefusalTests {
    @Test(arguments: notJSON)
    func whatIsNoJSON_isRefused(text: String) {
        let error = #expect(throws: JSONError.self) { try JSONReader.parse(Array(text.utf8)) }
        #expect(error?.kind == .notJSON)
    }

    @Test(arguments: notUTF8)
    func whatIsNoUTF8_isRefused(bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSONReader.parse(bytes) }
        #expect(error?.kind == .notJSON)
    }

    @Test(arguments: notJSON)
    func whatIsNoJSON_isRefusedInsideOfContainersToo(text: String) {
        let nested = Array("{\"k\":[0,\(text)]}".utf8)
        let error = #expect(throws: JSONError.self) { try JSONReader.parse(nested) }
        #expect(error?.kind == .notJSON)
    }

    @Test(arguments: [
        ("[1,2,x]", 5), ("{\"a\":1,}", 7), ("[1", 2), ("\"\u{1}\"", 1), ("[01]", 1), ("1 1", 2),
    ])
    func refusals_sayWhere(text: String, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONReader.parse(Array(text.utf8)) }
        #expect(error?.offset == offset)
        #expect(error?.message.hasSuffix("at byte \(offset)") == true)
    }

    @Test func everyPrefixOfAText_isRefused() throws {
        let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",true,null,{"b":{}}],"é":"😀"}"#.utf8)
        _ = try JSONReader.read(text)
        for count in text.indices {
            #expect(throws: JSONError.self) { try JSONReader.parse(Array(text[..<count])) }
        }
    }
}
