import JSON
import ListEditing
import ListProtocol
import Testing

@testable import ListFiles

@Suite struct ImportPlanTests {
    private func list(rows: Int) -> CreateList {
        var rules = Rules()
        rules.insertable = false
        return CreateList(
            list: ListID("l"), title: "T", rules: rules,
            sections: [
                SectionSeed(id: nil, title: "", rules: rules, rows: []),
                SectionSeed(
                    id: SectionID("section-1"), title: "S",
                    rows: (0..<rows).map { RowSeed(id: RowID("r\($0)"), fields: Fields()) }),
            ])
    }

    private func operations(_ plan: ImportPlan) throws -> [String] {
        try plan.edits.enumerated().flatMap { index, edit in
            let body = try JSONReader.read(edit.body(id: index + 1, client: "key"))
            let actions = body.object?["actions"]?.array ?? []
            return actions.compactMap { $0.object?["op"]?.string }
        }
    }

    @Test func smallList_isOneRequest() throws {
        let plan = ImportPlan(list(rows: 3))
        #expect(plan.edits.isEmpty)
        let made = try CreateList.read(plan.creation, limits: ProtocolLimits())
        #expect(made == list(rows: 3))
    }

    @Test func largeList_isFilledByEditsWithItsRulesLast() throws {
        let plan = ImportPlan(list(rows: 1_200), targetBytes: 20_000)
        let operations = try operations(plan)
        #expect(operations.prefix(2) == ["insertSection", "insertSection"])
        #expect(operations.suffix(2) == ["updateSection", "updateList"])
        #expect(operations.count { $0 == "insertRow" } == 1_200)
        #expect(plan.edits.reduce(0) { $0 + $1.rows } == 1_200)
        for edit in plan.edits { #expect(edit.body(id: 1, client: "key").count < 21_000) }
        let made = try CreateList.read(plan.creation, limits: ProtocolLimits())
        #expect(made.rules == Rules() && made.sections.isEmpty)
    }
}
