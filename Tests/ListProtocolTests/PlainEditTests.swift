import JSON
import Testing

@testable import ListProtocol

/// The short way of plain edits against the way of all frames.
@Suite struct PlainEditTests {
    private static let plain = [
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
        "[]",
    ]

    private func expectSame(_ frame: [UInt8], _ limits: Limits = Limits()) {
        let short = FrameDescription.describe(ClientFrame.decode(frame, limits: limits))
        let long = FrameDescription.describe(ClientFrame.decodeAny(frame, limits: limits))
        #expect(short == long, "\(String(decoding: frame, as: UTF8.self))")
    }

    @Test(arguments: plain) func plainEdits_goTheShortWay(frame: String) {
        #expect(PlainEditReader(limits: Limits()).read(Array(frame.utf8)) != nil)
        expectSame(Array(frame.utf8))
    }

    @Test(arguments: Fixture.all(in: "client-frames.json"))
    func fixtures_areReadAlike(fixture: Fixture) {
        expectSame(Array(fixture.frame.utf8))
    }

    @Test(arguments: plain) func damagedEdits_areReadAlike(frame: String) {
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
        var limits = Limits()
        limits.actions = 2
        limits.fieldsBytes = 30
        for frame in Self.plain { expectSame(Array(frame.utf8), limits) }
    }

    @Test(arguments: [
        #"{"type":"edit","list":"l","id":1,"id":1,"actions":[]}"#,
        #"{"type":"edit","list":"l","id":1,"actions":[],"extra":1}"#,
        #"{"type":"edit","list":"l","id":9007199254740993,"actions":[]}"#,
        #"{"type":"edit","list":"l","id":01,"actions":[]}"#,
        #"{"type":"edit","list":"..","id":1,"actions":[]}"#,
        #"{"type":"edit","list":"l","id":0,"actions":[]}"#,
        #"{"type":"edit","list":"l","id":1,"actions":[{"op":"updateRow","row":"r","#
            + #""fields":{"a":1,"a":2}}]}"#,
        #"{"type":"edit","list":"l","id":1,"actions":[{"op":"moveRow","row":"r","#
            + #""to":{"section":"s","before":"r"}}]}"#,
        #"{"type":"edit","list":"l","id":1,"actions":[{"op":"insertRow","row":"r","#
            + #""fields":{"a":null}}]}"#,
    ])
    func rareOnes_goTheLongWay(frame: String) {
        #expect(PlainEditReader(limits: Limits()).read(Array(frame.utf8)) == nil)
        expectSame(Array(frame.utf8))
    }
}
