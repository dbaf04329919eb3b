import JSON
import ListEditing
import ListProtocol
import Persistence
import RandomLists
import Testing

@Suite struct StoredSizeTests {
    private func fields(_ count: Int, _ random: inout RandomList) -> Fields {
        Fields(
            (0..<count).map { number in
                Field(
                    name: "field\(number)",
                    value: FieldValue(
                        json: "\"\(String(repeating: "x", count: random.below(20)))\""))
            })
    }

    /// `EditableList.byteCount` is computed without writing anything.
    @Test(arguments: [(1, 30), (2, 200), (6, 200), (40, 20), (300, 3)])
    func byteCount_isAtMostHalfMoreThanTheStoredList(fields count: Int, rows: Int) throws {
        var random = RandomList(seed: UInt64(count))
        let section = SectionState(
            id: SectionID("s1"), title: "Produce",
            rows: (0..<rows).map { number in
                var row = Row(id: RowID("row-\(number)"), fields: fields(count, &random))
                if number % 5 == 0 { row.rules.movable = false }
                if number % 7 == 0 { row.rules.deletable = true }
                return row
            })
        var list = try EditableList.create(
            title: "Groceries", rules: Rules(), sections: [section], limits: EditLimits())
        for number in 0...3 * rows {
            var writer = JSONWriter()
            list.state().write(to: &writer)
            let stored = writer.bytes.count
            #expect(stored <= list.byteCount, "after \(number) edits")
            #expect(Double(list.byteCount) < 1.5 * Double(stored) + 100, "after \(number) edits")
            let change = FieldChange(
                name: "field\(random.below(count))", value: FieldValue(json: "\(number)"))
            let update = Action.updateRow(
                row: RowID("row-\(random.below(rows))"), fields: [change],
                rules: RowRulesChange(), ifRevision: nil)
            let insertion = Action.insertRow(
                row: RowID("new-\(number)"), fields: fields(count, &random), rules: RowRules(),
                to: .end(SectionID("s1")))
            _ = try list.apply(
                Edit(base: nil, actions: [number % 4 == 0 ? insertion : update]),
                EditContext(client: ClientID("c\(number % 3)"), mayGiveRules: true))
        }
    }
}
