import ListEditing

/// A list of rows in one section, and edits of it that never repeat.
struct BenchList {
    static let section = SectionID("s")

    var list: EditableList
    private var generator: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var made: Int
    private var ids: [RowID]
    private let context = EditContext(
        client: ClientID("5e0c71a9d2f40000deadbeef"), mayGiveRules: true,
        limits: {
            var limits = EditLimits()
            limits.rows = 1_000_000
            limits.fieldsBytes = 1_000_000
            return limits
        }())

    init(rows: Int) throws {
        made = rows
        ids = (0..<rows).map { RowID("row-\($0)") }
        let section = SectionState(
            id: BenchList.section, title: "S", rules: Rules(),
            rows: ids.enumerated().map { index, id in
                Row(id: id, fields: BenchList.fields(index))
            })
        list = try EditableList.create(
            title: "T", rules: Rules(), sections: [section], limits: context.limits)
    }

    /// Bytes of a row's id, and of its field's name and value.
    static var payloadBytesPerRow: Int { "row-50000".utf8.count + "title".utf8.count + 14 }

    static func fields(_ number: Int) -> Fields {
        Fields([Field(name: "title", value: FieldValue(json: "\"Item \(number)\""))])
    }

    /// A whole number below `bound`, from xorshift.
    mutating func random(below bound: Int) -> Int {
        generator ^= generator << 13
        generator ^= generator >> 7
        generator ^= generator << 17
        return Int(generator % UInt64(bound))
    }

    mutating func anyRow() -> RowID { ids[random(below: ids.count)] }

    mutating func newRow() -> RowID {
        made += 1
        let id = RowID("row-\(made)")
        ids[random(below: ids.count)] = id
        return id
    }

    /// Adds a row at the end.
    mutating func append() throws {
        made += 1
        try apply([
            .insertRow(
                row: RowID("row-\(made)"), fields: BenchList.fields(made), rules: RowRules(),
                to: .end(BenchList.section))
        ])
    }

    /// Adds a row with many fields, under the id `wide`.
    mutating func appendWide(fields: Int) throws {
        let entries = (0..<fields).map {
            Field(name: "field\(10_000 + $0)", value: FieldValue(json: "\($0)"))
        }
        try apply([
            .insertRow(
                row: RowID("wide"), fields: Fields(entries), rules: RowRules(),
                to: .end(BenchList.section))
        ])
    }

    /// Tries an edit that is refused.
    mutating func refuse(_ actions: [Action]) {
        _ = try? list.apply(Edit(base: nil, actions: actions), context)
    }

    /// Applies an edit made at an older base, on a copy.
    func applyStale(_ actions: [Action], base: Int) throws {
        var copy = list
        _ = try copy.apply(Edit(base: base, actions: actions), context)
    }

    /// Moves rows about at random in sets that the list keeps; gives the base before them.
    mutating func moveAbout(sets: Int, of count: Int) throws -> Int {
        let base = list.revision
        for _ in 0..<sets {
            let rows = (0..<count).map { _ in anyRow() }
            _ = try list.apply(
                Edit(
                    base: nil,
                    actions: [
                        .moveRows(
                            rows, to: .index(BenchList.section, random(below: list.rowCount)))
                    ]), context)
        }
        return base
    }

    /// Applies an edit; one that is refused is a mistake of the benchmark.
    mutating func apply(_ actions: [Action]) throws {
        _ = try list.apply(Edit(base: nil, actions: actions), context)
        list.forgetHistory(through: list.revision)
    }
}

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
