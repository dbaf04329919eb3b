import JSON
import ListEditing
import ListProtocol
import RandomLists
import Testing

@Suite struct RoundTripTests {
    @Test(arguments: 1...60)
    func publishedSets_comeBackAsTheyWere(seed: UInt64) throws {
        var random = RandomList(seed: seed)
        for _ in 0..<20 {
            let set = random.publishedChange()
            let read = try PublishedChange(json: JSONReader.read(set.encoded))
            #expect(read == set, "seed \(seed)")
            #expect(read.encoded == set.encoded, "seed \(seed)")
        }
    }

    @Test(arguments: 1...20)
    func manyFields_areThoseThatAreSetOneByOne(seed: UInt64) {
        var random = RandomList(seed: seed)
        let entries = (0..<10 * seed).map { _ in
            Field(name: random.text(), value: random.value())
        }
        var fields = Fields()
        for entry in entries { fields[entry.name] = entry.value }
        #expect(Fields(entries) == fields, "seed \(seed)")
    }

    @Test func aSnapshot_isReadAsAState() throws {
        var random = RandomList(seed: 7)
        var state = random.listState()
        let snapshot = Snapshot(list: ListID("a"), epoch: "e", state: state)
        let read = try ListState(snapshot: JSONReader.read(snapshot.encoded))
        for section in state.sections.indices {
            for row in state.sections[section].rows.indices {
                state.sections[section].rows[row].authorship = Row(id: RowID("x")).authorship
            }
        }
        #expect(read == state)
    }

    @Test(arguments: [
        (#"{"at":1,"client":"c","intent":1}"#, "revision is missing"),
        (
            #"{"revision":1,"at":1,"movedRows":[{"row":"r","from":[0],"to":[0,1]}]}"#,
            "movedRows[0].from"
        ),
        (#"{"revision":1,"at":1,"deletedRows":[{"row":"r","at":[0,-1]}]}"#, "deletedRows[0].at"),
        (
            #"{"revision":1,"at":1,"insertedRows":[{"at":[0,1],"fields":{}}]}"#,
            "insertedRows[0].row"
        ),
        (
            #"{"revision":1,"at":1,"clamped":[{"action":0,"row":"r","asked":{},"to":[0,0],"why":"mood"}]}"#,
            "clamped[0].why"
        ),
    ])
    func brokenSets_areRefusedByName(text: String, part: String) {
        let error = #expect(throws: DecodingProblem.self) {
            try PublishedChange(json: JSONReader.read(Array(text.utf8)))
        }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
}
