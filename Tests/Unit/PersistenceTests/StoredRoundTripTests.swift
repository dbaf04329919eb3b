import JSON
import ListEditing
import ListProtocol
import Persistence
import RandomLists
import Testing

@Suite struct StoredRoundTripTests {
    @Test(arguments: 1...40)
    func listStates_comeBackWithTheirAuthorship(seed: UInt64) throws {
        var random = RandomList(seed: seed)
        let state = random.listState()
        var writer = JSONWriter()
        state.write(to: &writer)
        #expect(try ListState(json: JSONReader.read(writer.bytes)) == state, "seed \(seed)")
    }

    @Test(arguments: 1...60)
    func inverses_comeBackAsTheyWere(seed: UInt64) throws {
        var random = RandomList(seed: seed)
        let inverse = random.inverse()
        var writer = JSONWriter()
        inverse.write(to: &writer)
        #expect(try Inverse(json: JSONReader.read(writer.bytes)) == inverse, "seed \(seed)")
    }

    @Test(arguments: 1...40)
    func restoredMarks_comeBackAsTheyWere(seed: UInt64) throws {
        var random = RandomList(seed: seed)
        let marks = RestoredMarks(
            row: random.row(), placed: random.optional { $0.below(99) }, fields: random.marks())
        var writer = JSONWriter()
        marks.write(to: &writer)
        #expect(try RestoredMarks(json: JSONReader.read(writer.bytes)) == marks, "seed \(seed)")
    }

    /// Earlier servers took values that were 28 deep.
    @Test(arguments: [28, 57])
    func deeperValuesThanNewOnesMayBe_areReadFromStores(depth: Int) throws {
        let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let row = Row(
            id: RowID("r"), fields: Fields([Field(name: "a", value: FieldValue(json: json))]))
        let section = SectionState(id: SectionID("s"), title: "S", rows: [row])
        let inverse = Inverse(steps: [
            .restoreSection(section, at: SectionNeighbours(after: nil, before: nil))
        ])
        var writer = JSONWriter()
        inverse.write(to: &writer)
        let stored = try JSONReader.read(writer.bytes, maximumDepth: JSONReader.ownDepth)
        #expect(try Inverse(json: stored) == inverse)
    }
}
