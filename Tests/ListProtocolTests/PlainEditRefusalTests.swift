import JSON
import Testing

@testable import ListProtocol

/// What RFC 8259 or the protocol's limits refuse, inside frames that else go the short way, which
/// json-c never sees.
@Suite struct PlainEditRefusalTests {
    /// Where `?` stands, something is put in.
    private static let frames = [
        #"{"type":"edit","list":"l","id":1,"actions":[{"op":"insertRow","fields":{"t":?}}]}"#,
        #"{"type":"edit","list":"l","id":1,"actions":[{"op":"deleteRows","rows":["a",?]}]}"#,
        #"{"type":"edit","list":"l","id":?,"actions":[{"op":"moveRow","row":"a"}]}"#,
        #"{"type":"edit","list":"l","id":1,"base":?,"actions":[]}"#,
        #"[{"type":"edit","list":"l","id":1,"actions":[]},?]"#,
    ]

    private static let notJSON: [[UInt8]] = [
        "", "NaN", "-NaN", "Infinity", "-Infinity", "1.", ".5", "-", "-.5", "+1", "01", "-01",
        "1e", "1e+", "0x10", "1_0", "1 2", "'a'", "a", "tru", "True", "nul", "NULL", "truefalse",
        "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"", "\"\u{1F}\"", "\"", "\"a", "\"\\x41\"", "\"\\a\"",
        "\"\\u12\"", "\"\\u12G4\"", "\"\\'\"", "1,", "1,,2", ",1", "[1,]", "{\"a\":1,}", "{a:1}",
        "{\"a\" 1}", "{\"a\":}", "[", "]", "{", "}", "[}", "/**/1", "//\n1", "#\n1", "\u{FEFF}1",
        "\u{A0}1", "\u{C}1", "\u{B}1", "1\u{2028}", "1;", "\"a\"\"b\"", "1\u{0}",
    ].map { Array($0.utf8) }

    private static let notUTF8: [[UInt8]] = [
        [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF],
        [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
        [0xFF], [0xFE], [0x80], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ].map { [0x22, 0x61] + $0 + [0x22] }

    private static let outside: [[UInt8]] = [
        #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, "9007199254740992", "-9007199254740992",
        "18446744073709551616", "123456789012345678901234567890", "1e999", "-1e999",
        #""\u0000""#, #""\ud800""#, #""\udc00\ud800""#, #"{"\u0000":1}"#,
        String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
    ].map { Array($0.utf8) }

    private func expect(_ code: ErrorCode, for texts: [[UInt8]], in frame: String) throws {
        let parts = frame.utf8.split(separator: UInt8(ascii: "?"))
        try #require(parts.count == 2)
        for text in texts {
            let bytes = Array(parts[0]) + text + Array(parts[1])
            let name = String(decoding: text, as: UTF8.self)
            #expect(PlainEditReader(limits: Limits()).read(bytes) == nil, "\(name) in \(frame)")
            guard case .refused(let refusal) = ClientFrame.decode(bytes, limits: Limits()) else {
                Issue.record("\(name) was taken in \(frame)")
                continue
            }
            #expect(refusal.code == code, "\(name) in \(frame)")
        }
    }

    @Test(arguments: frames) func whatIsNoJSON_isRefused(frame: String) throws {
        try expect(.notJSON, for: Self.notJSON, in: frame)
        try expect(.notJSON, for: Self.notUTF8, in: frame)
    }

    @Test(arguments: frames) func whatIsOutsideTheLimits_isRefused(frame: String) throws {
        try expect(.badMessage, for: Self.outside, in: frame)
    }

    @Test func aNameThatIsThereTwice_isRefused_whereverItIs() {
        let frames = [
            #"{"type":"edit","type":"edit","list":"l","id":1,"actions":[]}"#,
            #"{"type":"edit","list":"l","id":1,"actions":[],"actions":[]}"#,
            #"{"type":"edit","list":"l","id":1,"actions":[{"op":"moveRow","row":"a","row":"a"}]}"#,
            #"{"type":"edit","list":"l","id":1,"actions":[{"op":"moveRow","row":"a","to":{"before":"b","before":"b"}}]}"#,
            #"{"type":"edit","list":"l","id":1,"actions":[{"op":"insertRow","fields":{"é":1,"\u00e9":1}}]}"#,
        ]
        for frame in frames {
            guard
                case .refused(let refusal) = ClientFrame.decode(
                    Array(frame.utf8), limits: Limits())
            else {
                Issue.record("taken: \(frame)")
                continue
            }
            #expect(refusal.code == .badMessage && refusal.message.contains("duplicate"))
        }
    }
}
