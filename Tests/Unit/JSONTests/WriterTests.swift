import JSON
import Testing

@Suite struct WriterTests {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return writer.text
    }

    @Test func commas_standBetweenAndNowhereElse() {
        let text = written { writer in
            writer.object { writer in
                writer.member("a", 1)
                writer.member("b", "x")
                writer.name("c")
                writer.array { writer in
                    writer.array { _ in }
                    writer.object { _ in }
                    writer.null()
                    writer.bool(true)
                    writer.raw("[0]")
                    writer.raw(Array("{}".utf8))
                }
                writer.name("d")
                writer.object { writer in writer.member("e", false) }
                writer.member("f", ifPresent: Int?.none)
                writer.member("g", ifPresent: Int?.some(2))
                writer.name("h\n" as String)
                writer.null()
            }
        }
        #expect(
            text
                == #"{"a":1,"b":"x","c":[[],{},null,true,[0],{}],"d":{"e":false},"g":2,"h\n":null}"#
        )
    }

    @Test(arguments: [
        0, 9, 10, 11, 99, 100, 101, 1_000, 123_456_789, 1_763_700_000_456, -1, -10, .max, .min,
    ])
    func wholeNumbers_areWrittenInFull(number: Int) {
        #expect(written { $0.whole(number) } == String(number))
    }

    @Test func strings_haveTheFewestEscapes() {
        for scalar in UInt8(0)..<0x80 {
            let text = String(UnicodeScalar(scalar))
            let json = written { $0.string("a" + text + "b") }
            let escape: String
            switch scalar {
            case 0x22: escape = "\\\""
            case 0x5C: escape = "\\\\"
            case 0x08: escape = "\\b"
            case 0x09: escape = "\\t"
            case 0x0A: escape = "\\n"
            case 0x0C: escape = "\\f"
            case 0x0D: escape = "\\r"
            case 0x00..<0x20:
                escape = "\\u00" + (scalar < 16 ? "0" : "") + String(scalar, radix: 16)
            default: escape = text
            }
            #expect(json == "\"a\(escape)b\"")
        }
        #expect(written { $0.string("é€😀\u{2028}") } == "\"é€😀\u{2028}\"")
        #expect(written { $0.string("\"\"") } == #""\"\"""#)
    }

    @Test func strings_mayHaveForeignStorage() {
        let text = String(repeating: "long enough to be on the heap \"é\" ", count: 100)
        let part = String(text.dropFirst(7))
        #expect((try? JSONReader.read(Array(written { $0.string(part) }.utf8))) == .string(part))
    }

    @Test func stringsOfEveryLength_areWrittenWhole_withAnEscapeAnywhere() {
        for length in 0..<40 {
            let plain = String("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG".prefix(length))
            #expect(written { $0.string(plain) } == "\"\(plain)\"")
            #expect(written { $0.raw(plain + "1") } == plain + "1")
            for place in 0..<length {
                var bytes = Array(plain.utf8)
                bytes[place] = 0x0A
                var expected = bytes
                expected.replaceSubrange(place...place, with: Array("\\n".utf8))
                #expect(
                    written { $0.string(String(decoding: bytes, as: UTF8.self)) }
                        == "\"" + String(decoding: expected, as: UTF8.self) + "\"")
            }
        }
    }

    @Test func whatIsWritten_isKept_whileTheBufferGrows() {
        for capacity in 0..<70 {
            var writer = JSONWriter(capacity: capacity)
            writer.array { writer in
                for number in 0..<100 {
                    writer.whole(number)
                    writer.string("s\(number)")
                    writer.object { writer in writer.member("name", number % 2 == 0) }
                }
            }
            let expected = (0..<100).map { "\($0),\"s\($0)\",{\"name\":\($0 % 2 == 0)}" }
            #expect(
                writer.text
                    == "[\(expected.joined(separator: ","))]")
            writer.removeAll()
            writer.whole(7)
            #expect(writer.bytes == [0x37] && writer.count == 1)
        }
    }
}
