import JSON
import Testing

private let readable: [(text: String, canonical: String)] = [
    ("null", "null"), (" true ", "true"), ("\n\tfalse\r", "false"), ("0", "0"), ("-0", "-0"),
    ("7", "7"), ("-17", "-17"), ("1.0", "1.0"), ("1e2", "1e2"), ("1E+2", "1E+2"),
    ("-0.0", "-0.0"), ("1.50", "1.50"), ("123456789012345.678900", "123456789012345.678900"),
    ("0.1e-7", "0.1e-7"), ("1e-999", "1e-999"), ("[-0,0,-0,1,-0]", "[-0,0,-0,1,-0]"),
    ("[]", "[]"), ("{}", "{}"), (" [ ] ", "[]"), (" { } ", "{}"), ("[[],{}]", "[[],{}]"),
    (#""""#, #""""#), (#""a""#, #""a""#), (#""\/""#, #""/""#), (#""\"\\""#, #""\"\\""#),
    (#""\b\f\n\r\t""#, #""\b\f\n\r\t""#), (#""\u001f\u0001""#, #""\u001f\u0001""#),
    (#""\u00e9\u20ac""#, "\"é€\""), (#""\ud83d\ude00""#, "\"😀\""), ("\"😀é\u{7F}\"", "\"😀é\u{7F}\""),
    (#""\u007f\u2028""#, "\"\u{7F}\u{2028}\""), (#""\u000a\u000A""#, #""\n\n""#),
    (#"{"b":1,"a":{"d":1,"c":2}}"#, #"{"a":{"c":2,"d":1},"b":1}"#),
    (
        #"{"é":1,"z":2,"Z":3,"":4,"😀":5,"\uffee":6}"#,
        "{\"\":4,\"Z\":3,\"z\":2,\"é\":1,\"\u{FFEE}\":6,\"😀\":5}"
    ),
    (#"[1,"a",null,true,{"x":[1.25]}]"#, #"[1,"a",null,true,{"x":[1.25]}]"#),
]

@Suite struct ReadingTests {
    @Test(arguments: readable)
    func values_haveOneCanonicalText(text: String, canonical: String) throws {
        let value = try JSONReader.read(Array(text.utf8))
        #expect(value.canonicalText == canonical)
        #expect(try JSONReader.read(Array(canonical.utf8)).canonicalText == canonical)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("-1", -1), ("42", 42),
            ("9007199254740991", 9_007_199_254_740_991),
            ("1.0", nil), ("1e2", nil), ("0.5", nil), ("-0.0", nil), ("1E0", nil),
        ] as [(String, Int?)])
    func onlyWholeNumbers_areWhole(text: String, whole: Int?) throws {
        #expect(try JSONReader.read(Array(text.utf8)).whole == whole)
    }

    @Test func members_keepTheirOrder() throws {
        let value = try JSONReader.read(Array(#"{"z":1,"a":2,"m":3}"#.utf8))
        #expect(value.object?.members.map(\.name) == ["z", "a", "m"])
        #expect(value.object?["m"] == .whole(3))
        #expect(value.object?["q"] == nil)
    }

    @Test func longContainers_areReadWhole() throws {
        let text = "[" + (0..<5_000).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]"
        let elements = try #require(try JSONReader.read(Array(text.utf8)).array)
        #expect(elements.count == 5_000)
        #expect(elements[4_999].object?["n"]?.whole == 4_999)
    }

    @Test(arguments: 1...40)
    func randomValues_comeBackAsTheyWere(seed: UInt64) throws {
        var random = RandomJSON(seed: seed)
        for _ in 0..<50 {
            let value = random.value(depth: 5)
            let text = value.canonicalText
            let read = try JSONReader.read(Array(text.utf8))
            #expect(read.canonicalText == text, "seed \(seed)")
        }
    }

    @Test(arguments: 1...40)
    func damagedTexts_areRefusedOrReadTheSameAgain(seed: UInt64) throws {
        var random = RandomJSON(seed: seed)
        for _ in 0..<100 {
            var text = Array(random.value(depth: 4).canonicalText.utf8)
            for _ in 0...random.below(3) {
                let place = random.below(text.count)
                switch random.below(3) {
                case 0: text[place] = UInt8(random.below(256))
                case 1: text.insert(UInt8(random.below(128)), at: place)
                default: if text.count > 1 { text.remove(at: place) }
                }
            }
            guard let value = try? JSONReader.read(text) else { continue }
            let again = try JSONReader.read(Array(value.canonicalText.utf8))
            #expect(again.canonicalText == value.canonicalText, "seed \(seed)")
        }
    }

    @Test(arguments: [
        (#""\ud837\ude00""#, "\u{1DE00}"), (#""\ud83d\ude00""#, "\u{1F600}"),
        (#""\ud800\udc00""#, "\u{10000}"), (#""\ud837\udc00""#, "\u{1DC00}"),
        (#""\udbff\udfff""#, "\u{10FFFF}"), (#""\udbf7\udfff""#, "\u{10DFFF}"),
    ])
    func escapedPairs_areTheirCharacters(text: String, character: String) throws {
        #expect(try JSONReader.read(Array(text.utf8)) == .string(character))
    }
}
