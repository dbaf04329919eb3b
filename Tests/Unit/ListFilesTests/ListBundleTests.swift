import ListEditing
import ListProtocol
import Testing

@testable import ListFiles

@Suite struct ListBundleTests {
    private let limits = ProtocolLimits()

    private func section(_ id: String?, rows: Int) -> SectionSeed {
        var rules = Rules()
        rules.insertable = false
        return SectionSeed(
            id: id.map { SectionID($0) }, title: "S", rules: rules,
            rows: (0..<rows).map {
                RowSeed(
                    id: RowID("\(id ?? "none")-\($0)"),
                    fields: Fields([
                        Field(name: "title", value: FieldValue(json: "\"Row \($0)\""))
                    ]))
            })
    }

    private func list(_ name: String, _ sections: [SectionSeed]) -> CreateList {
        var rules = Rules()
        rules.deletable = false
        return CreateList(list: ListID(name), title: "T", rules: rules, sections: sections)
    }

    /// What comes in again of the parts, and the rows of each.
    private func sent(
        _ lists: [CreateList], targetBytes: Int
    ) throws -> (lists: [CreateList], rows: [Int]) {
        let parts = ListBundle.parts(of: lists, targetBytes: targetBytes)
        let read = try FileReader.read(parts: parts.map(\.body), limits: limits)
        return (read.lists.map { $0.creation() }, parts.map(\.rows))
    }

    @Test func listsOfOnePart_areOneText() throws {
        let lists = [list("a", [section("s", rows: 3)]), list("b", [])]
        let (made, rows) = try sent(lists, targetBytes: 1_000)
        #expect(made == lists)
        #expect(rows == [3])
    }

    @Test(arguments: [1, 100, 160, 1_000]) func listsOfManyParts_comeInAgain(targetBytes: Int)
        throws
    {
        let lists = [
            list("a", [section("s", rows: 7), section("empty", rows: 0), section("t", rows: 5)]),
            list("b", [section("s", rows: 4)]), list("c", []),
        ]
        let (made, rows) = try sent(lists, targetBytes: targetBytes)
        #expect(made == lists)
        #expect(rows.reduce(0, +) == 16)
        #expect(targetBytes > 1 || rows == Array(repeating: 1, count: 16))
    }

    @Test func sectionWithoutAnID_getsOneThatIsNotTaken() throws {
        let (made, _) = try sent(
            [list("a", [section(nil, rows: 2), section("section-1", rows: 1)])], targetBytes: 1)
        #expect(made[0].sections.map(\.id?.text) == ["section-1-", "section-1"])
        #expect(made[0].sections.map(\.rows.count) == [2, 1])
    }

    @Test func whatCannotBeRead_isToldWithItsPart() throws {
        let parts = ListBundle.parts(of: [list("a", [section("s", rows: 2)])], targetBytes: 1)
        #expect {
            try FileReader.read(parts: [parts[0].body, Array("{".utf8)], limits: limits)
        } throws: {
            "\($0)".hasPrefix("part 2: ")
        }
    }
}
