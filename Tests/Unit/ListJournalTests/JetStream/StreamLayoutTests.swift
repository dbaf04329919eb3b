import ListJournal
import NATS
import Testing

/// The names are in stores: what they are today, they stay.
@Suite struct StreamLayoutTests {
    /// Hashes computed by another program.
    @Test(arguments: [
        ("groceries", "groceries", 4), ("welcome", "welcome", 3), ("a", "a", 4), ("a.b", "a=b", 3),
        ("team.2026-11", "team=2026-11", 6), ("Z_9", "Z_9", 5),
        ("01b1a7ee-list", "01b1a7ee-list", 0),
    ])
    func aList_hasItsKeyAndPartition(list: String, key: String, partition: Int) throws {
        let layout = try #require(StreamLayout())
        #expect(StreamLayout.key(of: list) == key)
        #expect(StreamLayout.list(of: key) == list)
        #expect(StreamLayout.partition(of: list) == partition)
        #expect(layout.log(of: list) == "ls.log.\(partition).\(key)")
        #expect(layout.list(ofLog: layout.log(of: list)) == list)
    }

    @Test func subjects_lieInTheirStreams() throws {
        let layout = try #require(StreamLayout(prefix: "test2"))
        #expect(layout.part(3, ofRecord: "id", of: "a.b") == "test2.part.3.a=b.id.3")
        #expect(layout.snapshot(of: "a.b") == "test2.snap.a=b")
        #expect(layout.part(1, ofSnapshot: 77, "i", of: "a.b") == "test2.snap.a=b.77.i.1")
        #expect(layout.creation("id") == "test2.snap.+.id" && layout.creations == "test2.snap.+.*")
        #expect(
            layout.list(ofLog: "test2.snap.a") == nil && layout.list(ofLog: "ls.log.3.a") == nil)
        let streams = layout.streams(replicas: 3, maximumBytes: nil)
        #expect(streams.map(\.name).sorted().first == "TEST2_CONFIG")
        #expect(streams.map(\.name).contains("TEST2_LOG_7") && streams.count == 10)
        #expect(streams.allSatisfy { $0.replicas == 3 })
    }

    @Test(arguments: ["", "Ls", "1s", "l-s", "l.s", "l*", "abcdefghijklmnopq"])
    func badPrefixes_areRefused(prefix: String) {
        #expect(StreamLayout(prefix: prefix) == nil)
    }
}
