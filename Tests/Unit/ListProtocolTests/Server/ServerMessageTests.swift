import JSON
import ListEditing
import ListProtocol
import Testing

@Suite struct ServerMessageTests {
    @Test(arguments: Fixture.all(in: "server-frames.json"))
    func messages_areWrittenAsTheFixturesShow(fixture: Fixture) throws {
        let bytes = try #require(ServerSamples.all[fixture.name], "no sample \(fixture.name)")
        #expect(String(decoding: bytes, as: UTF8.self) == fixture.frame)
    }

    @Test func everySample_isInTheFixtures() {
        let names = Set(Fixture.all(in: "server-frames.json").map(\.name))
        #expect(names == Set(ServerSamples.all.keys))
    }

    @Test func fixturesOfSets_areReadBack() throws {
        for fixture in Fixture.all(in: "server-frames.json")
        where fixture.name.hasPrefix("a set") || fixture.name.hasPrefix("a folded") {
            let set = try PublishedChange(json: JSONReader.read(Array(fixture.frame.utf8)))
            #expect(String(decoding: set.encoded, as: UTF8.self) == fixture.frame)
        }
    }

    @Test func aFrame_holdsOneMessageOrAnArray() {
        let pong = Pong(n: 1).encoded
        #expect(ServerFrame.joined([pong]) == pong)
        #expect(
            String(decoding: ServerFrame.joined([pong, pong]), as: UTF8.self)
                == #"[{"type":"pong","n":1},{"type":"pong","n":1}]"#)
    }
}
