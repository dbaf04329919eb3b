import JSON
import ListEditing
import ListProtocol
import Testing

@Suite struct SnapshotPartsTests {
    /// Sections of the given numbers of rows, each row about 40 bytes.
    private func snapshot(_ counts: [Int]) -> Snapshot {
        let sections = counts.enumerated().map { number, count in
            SectionState(
                id: SectionID("s\(number)"), title: "Section \(number)", rules: Rules(),
                rows: (0..<count).map { index in
                    Row(
                        id: RowID("r\(number)-\(index)"),
                        fields: Fields([
                            Field(name: "title", value: FieldValue(json: "\"\(index)\""))
                        ]))
                })
        }
        return Snapshot(
            list: ListID("a"), epoch: "e",
            state: ListState(revision: 3, title: "A", rules: Rules(), sections: sections))
    }

    /// What a client makes of the parts: sections of the same id in a row go on.
    private func joined(_ parts: [[UInt8]]) throws -> [SectionState] {
        var sections: [SectionState] = []
        for (index, part) in parts.enumerated() {
            let json = try JSONReader.read(part)
            #expect(json.object?["part"]?.whole == index)
            #expect(json.object?["parts"]?.whole == parts.count)
            for section in try ListState(snapshot: json).sections {
                if let last = sections.last, last.id == section.id {
                    sections[sections.count - 1].rows += section.rows
                } else {
                    sections.append(section)
                }
            }
        }
        return sections
    }

    @Test(
        arguments: [
            [300], [100, 100, 100], [0, 0, 0, 200], [1, 0, 50, 0, 1], [9, 9, 9, 9, 0],
        ], [1, 50, 200, 1_000])
    func parts_makeTheWhole(counts: [Int], target: Int) throws {
        let snapshot = snapshot(counts)
        let parts = snapshot.parts(targetBytes: target)
        #expect(parts.count > 1)
        #expect(try joined(parts) == snapshot.state.sections)
        for part in parts { #expect(part.count < target + 400) }
    }

    @Test(arguments: [[], [0], [3], [3, 0, 2]])
    func aSmallSnapshot_isNotSplit(counts: [Int]) {
        let snapshot = snapshot(counts)
        #expect(snapshot.parts(targetBytes: 100_000) == [snapshot.encoded])
    }
}
