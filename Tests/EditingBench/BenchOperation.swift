import ListEditing

/// An edit to be timed.
struct BenchOperation {
    let name: String
    /// Edits in one round.
    let count: Int
    /// The actions of the next edit.
    ///
    /// Lists keep their length, about: what is deleted comes back.
    let next: (inout BenchList) -> [Action]
    /// Done, untimed, after each edit.
    var settle: (inout BenchList) -> [Action]? = { _ in nil }

    static var all: [BenchOperation] {
        [
            BenchOperation(name: "insert by index", count: 400) { list in
                let index = list.random(below: list.list.rowCount + 1)
                return [
                    .insertRow(
                        row: list.newRow(), fields: BenchList.fields(index), rules: RowRules(),
                        to: .index(BenchList.section, index))
                ]
            } settle: { list in
                let index = list.random(below: list.list.rowCount)
                let row = list.list.row(at: IndexPath(section: 0, row: index))
                return row.map { [.deleteRows([$0.id])] }
            },
            BenchOperation(name: "delete by id", count: 400) { list in
                let index = list.random(below: list.list.rowCount)
                let row = list.list.row(at: IndexPath(section: 0, row: index))
                return row.map { [.deleteRows([$0.id])] } ?? []
            } settle: { list in
                [
                    .insertRow(
                        row: list.newRow(), fields: BenchList.fields(1), rules: RowRules(),
                        to: .index(BenchList.section, list.random(below: list.list.rowCount)))
                ]
            },
            moves(together: 1),
            BenchOperation(name: "move by id, before another", count: 400) { list in
                [.moveRow(list.anyRow(), to: .before(list.anyRow()))]
            },
            BenchOperation(name: "update by id", count: 400) { list in
                let title = FieldValue(json: "\"Changed \(list.random(below: 1_000_000))\"")
                return [
                    .updateRow(
                        row: list.anyRow(), fields: [FieldChange(name: "title", value: title)],
                        rules: RowRulesChange(), ifRevision: nil)
                ]
            },
        ]
    }

    static func moves(together count: Int) -> BenchOperation {
        BenchOperation(
            name: "move by index", count: count == 1 ? 400 : 4,
            next: { list in
                (0..<count).map { _ in
                    .moveRow(
                        list.anyRow(),
                        to: .index(BenchList.section, list.random(below: list.list.rowCount)))
                }
            })
    }
}
