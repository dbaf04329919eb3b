import JSON
import Testing

@testable import ListProtocol

/// The fast reader of edits gives what the reader of all frames gives.
@Suite struct FastEditTests {
    private static let frequent = [
        #"{"type":"edit","list":"l","id":7,"base":3,"actions":[{"op":"updateRow","row":"r1","#
            + #""fields":{"title":"Äpfel & Birnen","done":true,"count":12,"detail":null}}]}"#,
        #"[{"type":"edit","list":"l","id":8,"epoch":"e","actions":[{"op":"moveRow","row":"r1","#
            + #""to":{"section":"s","index":4}}]},{"id":9,"type":"edit","actions":["#
            + #"{"to":{"before":"r2"},"op":"moveRow","row":"r3"}],"list":"l"}]"#,
        #" { "type" : "edit" , "list" : "l" , "id" : 1 , "actions" : [ { "op" : "insertRow" , "#
            + #""row":"r9", "fields":{ }, "to":{"after":"r1"}},{"op":"insertRow","fields":"#
            + #"{"title":""},"to":{"section":"s","at":"start"}},{"op":"moveRow","row":"x"} ] } "#,
        #"{"type":"edit","list":"l","id":2,"actions":[{"op":"deleteRows","rows":["a","b"]},"#
            + #"{"op":"deleteRows","rows":[]},{"op":"moveRow","row":"c","to":{"section":"s"}}]}"#,
        #"{"type":"edit","list":"l","id":9007199254740991,"base":0,"actions":[{"op":"updateRow","#
            + #""row":"r","fields":{"n":-5,"m":-9007199254740991}},{"op":"moveRow","row":"r","#
            + #""to":{"section":"s","index":-1}}]}"#,
        "[]",
    ]

    private func expectSame(_ frame: [UInt8], _ limits: ProtocolLimits = ProtocolLimits()) {
        let short = FrameDescription.describe(ClientFrame.decode(frame, limits: limits))
        let long = FrameDescription.describe(ClientFrame.decodeAny(frame, limits: limits))
        #expect(short == long, "\(String(decoding: frame, as: UTF8.self))")
    }

    @Test(arguments: frequent) func frequentForms_areReadFast(frame: String) {
        #expect(FastEditReader(limits: ProtocolLimits()).read(Array(frame.utf8)) != nil)
        expectSame(Array(frame.utf8))
    }

    @Test(arguments: Fixture.all(in: "client-frames.json"))
    func fixtures_areReadAlike(fixture: Fixture) {
        expectSame(Array(fixture.frame.utf8))
    }

    @Test(arguments: frequent) func damagedEdits_areReadAlike(frame: String) {
        let bytes = Array(frame.utf8)
        let others: [UInt8] = Array("\"\\{}[],:.-0e9xn ".utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xFF]
        for (place, _) in bytes.enumerated() {
            var damaged = bytes
            damaged[place] = others[place % others.count]
            expectSame(damaged)
            damaged.remove(at: place)
            expectSame(damaged)
            damaged.insert(
                contentsOf: [others[(place * 7) % others.count], bytes[place]], at: place)
            expectSame(damaged)
        }
    }

    @Test func editsOverTheLimits_areReadAlike() {
        var limits = ProtocolLimits()
        limits.actions = 2
        limits.fieldsBytes = 30
        for frame in Self.frequent { expectSame(Array(frame.utf8), limits) }
    }

    @Test(arguments: [
        #"{"type":"edit","list":"l","id":1,"id":1,"actions":[]}"#,
        #"{"type":"edit","list":"l","id":1,"actions":[],"extra":1}"#,
        #"{"type":"edit","list":"l","id":9007199254740993,"actions":[]}"#,
        #"{"type":"edit","list":"l","id":01,"actions":[]}"#,
        #"{"type":"edit","list":"..","id":1,"actions":[]}"#,
        #"{"type":"edit","list":"l","id":0,"actions":[]}"#,
        #"{"type":"edit","list":"l","id":-1,"actions":[]}"#,
        #"{"type":"edit","list":"l","id":1,"base":-1,"actions":[]}"#,
        #"{"type":"edit","list":"l","id":1,"base":-0,"actions":[]}"#,
        #"{"type":"edit","list":"l","id":1,"actions":[{"op":"updateRow","row":"r","#
            + #""fields":{"a":1,"a":2}}]}"#,
        #"{"type":"edit","list":"l","id":1,"actions":[{"op":"moveRow","row":"r","#
            + #""to":{"section":"s","before":"r"}}]}"#,
        #"{"type":"edit","list":"l","id":1,"actions":[{"op":"insertRow","row":"r","#
            + #""fields":{"a":null}}]}"#,
    ])
    func otherForms_areReadByWayOfValues(frame: String) {
        #expect(FastEditReader(limits: ProtocolLimits()).read(Array(frame.utf8)) == nil)
        expectSame(Array(frame.utf8))
    }
}

/// The fast reader reads nothing that RFC 8259 or the limits of the protocol refuse.
@Suite struct FastEditRefusalTests {
    /// A `?` is replaced by the text that is refused.
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
            #expect(
                FastEditReader(limits: ProtocolLimits()).read(bytes) == nil, "\(name) in \(frame)")
            guard case .refused(let refusal) = ClientFrame.decode(bytes, limits: ProtocolLimits())
            else {
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
                    Array(frame.utf8), limits: ProtocolLimits())
            else {
                Issue.record("taken: \(frame)")
                continue
            }
            #expect(refusal.code == .badMessage && refusal.message.contains("duplicate"))
        }
    }
}
