import JSON
import ListEditing
import ListProtocol
import Persistence
import RandomLists
import Testing

/// Rows that are read from the bytes of a snapshot, against the same read as JSON.
@Suite struct StoredRowsTests {
    private static func stored(_ state: ListState) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("at", 7)
            writer.name("list")
            state.write(to: &writer)
            writer.name("clients")
            writer.array { $0.object { $0.member("sections", 3) } }
        }
        return writer.bytes
    }

    private static func list(_ bytes: [UInt8]) throws -> ListState {
        let json = try JSONReader.read(bytes, maximumDepth: JSONReader.ownDepth)
        return try ListState(json: #require(json.object?["list"]))
    }

    private static func rows(_ rows: String) -> [UInt8] {
        let list = #"{"revision":9,"title":"T","clients":["c"],"sections":[{"id":"s","title":"S","#
        return Array((#"{"at":7,"list":"# + list + #""rows":[\#(rows)]}]}}"#).utf8)
    }

    @Test(arguments: 1...60)
    func randomLists_areReadAsTheirJSONIs(seed: UInt64) throws {
        var random = RandomList(seed: seed)
        let state = random.listState()
        let found = try #require(StoredRows(Self.stored(state)), "seed \(seed)")
        #expect(found.sections == state.sections.map(\.rows), "seed \(seed)")
        #expect(try Self.list(found.rest).sections.allSatisfy { $0.rows.isEmpty })
        var whole = try Self.list(found.rest)
        for (index, rows) in found.sections.enumerated() { whole.sections[index].rows = rows }
        #expect(whole == state, "seed \(seed)")
    }

    /// What this version does not write: other orders, spaces, members unknown or not canonical.
    @Test(arguments: [
        #"{"id":"a","fields":{"b":1,"c":"x"}}"#,
        #"{"fields":{"b":1},"id":"a"}"#,
        #" { "id" : "a" , "fields" : { "b" : 1 } } "#,
        #"{"id":"a","fields":{"b": 1}}"#,
        #"{"id":"a","fields":{"c":1,"b":2}}"#,
        #"{"id":"a","fields":{"\u0062":1}}"#,
        #"{"id":"a","fields":{"b":"\u0063"}}"#,
        #"{"id":"a","fields":{"b":{"d":1, "c":[2]}}}"#,
        #"{"id":"a","fields":{},"more":[{}]}"#,
        #"{"id":"a","fields":{"b":-0,"c":1.50,"d":1e2,"e":true}}"#,
        #"{"id":"a","fields":{"b":1},"editable":false,"pinned":"top"}"#,
        #"{"id":"a","fields":{"b":1,"c":2},"by":[9,0,3,8,"c",2]}"#,
        #"{"id":"a","fields":{"b":1},"by":[9,"d",0,8,"gone",7,"\"",6]}"#,
        #"{"id":"a","fields":{"b":1},"by":[9,0,3,8]},{"id":"b","fields":{"b":"é"}}"#,
        #"{"id":"a","fields":{"b":1},"by":[9,0,3,8,1700000000000]}"#,
        #"{"id":"a","fields":{"b":1},"by":[9,0,3,8,1700000000000,9,"b",2]}"#,
        #"{"id":"a","fields":{"b":[1]},"by":[9,0,3,8,1700000000000,4,0,1600000000000,"b",2]}"#,
    ])
    func otherRows_areReadAsTheirJSONIs(rows: String) throws {
        let bytes = Self.rows(rows)
        let found = try #require(StoredRows(bytes))
        #expect(found.sections == (try Self.list(bytes)).sections.map(\.rows))
    }

    @Test(arguments: [
        #"{"id":"a"}"#, #"{"id":"a b","fields":{}}"#, #"{"id":"a","fields":{"b":null}}"#,
        #"{"id":"a","fields":{"b":9007199254740993}}"#, #"{"id":"a","fields":{"b":1,"b":2}}"#,
        #"{"id":"a","fields":{"b":1},"by":[9,1,3,8]}"#,
        #"{"id":"a","fields":{"b":1},"by":[9,0,3,8,17,4]}"#,
        #"{"id":"a","fields":{"b":1},"by":[9,0,3,8,17,4,1,16]}"#,
        #"{"id":"a","fields":{"b":1},"by":[9,0,3,8,17,4,0]}"#,
        #"{"id":"a","fields":{"b":1},"by":[9,0,3,8,17,"b"]}"#,
        #"{"id":"a","fields":{"b":01}}"#,
        #"{"id":"a","fields":{"b":1}},"#, #"{"id":"a","fields":{"b":1}"#, "1", #"{"id":"a""#,
        #"{"id":"a","fields":{"b":"\ud800"}}"#, "{\"id\":\"a\",\"fields\":{\"b\":\"\u{1}\"}}",
    ])
    func whatIsNoRow_isLeftToTheReaderOfTheWhole(rows: String) {
        let bytes = Self.rows(rows)
        #expect(StoredRows(bytes) == nil)
        #expect(throws: (any Error).self) { try Self.list(bytes) }
    }
}
