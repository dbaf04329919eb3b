import JSON
import Testing

/// `JSONValueBuilder` against json-c, which builds the values of short texts.
@Suite struct ValueBuilderTests {
    /// Reads a text by the builder (`treeValues` 0), and by json-c as far as it goes.
    private func expectSame(_ text: [UInt8]) {
        let ours = try? JSONReader.parse(text, treeValues: 0)
        let theirs = try? JSONReader.parse(text, treeValues: .max)
        let shown = String(decoding: text.prefix(300), as: UTF8.self)
        #expect(ours?.problem == theirs?.problem, "\(shown)")
        #expect((ours == nil) == (theirs == nil), "\(shown)")
        if let ours, let theirs, ours.problem == nil {
            #expect(ours.value == theirs.value, "\(shown)")
        }
    }

    @Test(arguments: [
        "null", " true ", "\n\tfalse\r", "0", "-0", "-17", "1.0", "1E+2", "[-0,0,-0,1.50,-0]",
        " [ ] ",
        " { } ", "[[],{}]", #""""#, #""\/""#, #""\"\\""#, #""\b\f\n\r\t""#, #""\u001f\u0001""#,
        #""\u00e9\u20AC\uD83D\uDE00x""#, #""é\u000A""#, #"{"b":1,"a":{"d":"}","c":[2]}}"#,
        #"{"":1,"é":2,"e\u0301":3}"#, #"{ "a" : [ 1 , "\"]" , { "b" : null } ] }"#,
        "9007199254740991", "-9007199254740991", "9007199254740992", "0.1e-7", "1e308", "1e309",
        "123456789012345678901234567890", "123456789012345678901234567890.5",
        #"{"a":{"x":1},"b":[{"y":1,"y":1}]}"#, #"{"a":1,"a":{"b":1,"b":2}}"#,
        #"{"a":{"b":1,"b":2},"a":1}"#, #"{"a": 1 , "b":"}", "\u0061" : 2}"#,
        #"[{"k":1,"k":2},{"k":1,"k":2}]"#, #"{"a":[1,{"b":[true,"x"]}],"c":-1.5,"a":0}"#,
    ])
    func texts_areReadAlike(text: String) {
        expectSame(Array(text.utf8))
    }

    @Test(arguments: 1...40)
    func randomTexts_wholeOrDamaged_areReadAlike(seed: UInt64) {
        var random = RandomJSON(seed: seed)
        for _ in 0..<50 {
            var text = Array(random.value(depth: 5).canonicalText.utf8)
            expectSame(text)
            for _ in 0..<3 {
                let place = random.below(text.count)
                text[place] = Array("\"\\{}[],:0-e1 nu".utf8)[random.below(14)]
                expectSame(text)
            }
        }
    }

    @Test func theLastOfDuplicates_counts_inObjectsOfAnySize() throws {
        for others in [0, 5, 2_000] {
            let members = (0..<others).map { ",\"m\($0)\":\($0)" }.joined()
            let text = #"{"id":1\#(members),"list":"a","id":2}"#
            let document = try JSONReader.parse(Array(text.utf8), treeValues: 0)
            #expect(document.value.object?["id"] == .whole(2))
            #expect(document.problem?.reason == "duplicate key 'id'")
            #expect(document.problem?.offset == text.utf8.count - 7)
        }
    }

    @Test func loneSurrogates_andDeepContainers_areReplaced() throws {
        let deep = String(repeating: "[", count: 40) + "\"]\"" + String(repeating: "]", count: 40)
        let text = #"{"a":"x\ud800\u0041\udc00","b":\#(deep),"c":[7]}"#
        let document = try JSONReader.parse(Array(text.utf8), maximumDepth: 2, treeValues: 0)
        #expect(document.value.object?["a"] == .string("x\u{FFFD}A\u{FFFD}"))
        #expect(document.value.object?["b"] == .array([.null]))
        #expect(document.value.object?["c"] == .array([.whole(7)]))
    }

    @Test(arguments: ["", "plain", "\"\\\u{8}\u{C}\n\r\t", "\u{0}\u{1F}", "é\u{7F}😀"])
    func lengthOfAString_isWhatIsWritten(text: String) {
        var writer = JSONWriter()
        writer.string(text)
        #expect(JSONWriter.length(of: text) == writer.bytes.count)
    }
}
