import EditScripts
import TestSeeds
import Testing

@testable import ListEditing

struct FieldMarksTests {
    /// A naive model of stored marks: a dictionary with all of them.
    private struct ModelMarks {
        var own = 0
        var fields: [String: Int] = [:]
        var removed: [String: Int] = [:]

        mutating func note(_ changes: [FieldChange], in number: Int, restored: [String: Int]) {
            for change in changes {
                let revision = restored[change.name] ?? number
                fields[change.name] = change.value == nil ? nil : revision
                removed[change.name] = change.value == nil ? revision : nil
            }
            own = number
            if removed.count > 64 {
                let oldest = removed.values.sorted()[removed.count - 64]
                removed = removed.filter { $0.value >= oldest }
            }
        }

        var stored: [FieldMark] {
            let marks = fields.filter { $0.value != own }.map { FieldMark(name: $0, revision: $1) }
            let gone = removed.map { FieldMark(name: $0, revision: $1) }
            return (marks + gone).sorted { $0.name < $1.name }
        }
    }

    private static func name(_ number: Int) -> String { "field\(1_000 + number)" }

    private func row(_ count: Int) -> Row {
        Row(
            id: RowID("r"),
            fields: Fields(
                (0..<count).map {
                    Field(name: Self.name($0), value: FieldValue(json: "0"))
                }))
    }

    @Test(arguments: [1, 2, 9, 16, 17, 40, 300], TestSeeds.range(3 as UInt64))
    func randomChanges_giveTheMarksOfEachField(count: Int, seed: UInt64) {
        var random = Randomness(seed: seed)
        var row = row(count)
        var model = ModelMarks()
        for field in row.fields.entries { model.fields[field.name] = 0 }
        for number in 1...120 {
            let before = row
            var bytes = RowRecord(row).authorshipByteCount
            let most = random.chance(10) ? count : random.chance(30) ? 8 : 1
            let names = Set((0..<most + 1).map { _ in Self.name(random.below(count + 3)) })
            let changes = names.sorted().map { name in
                FieldChange(
                    name: name, value: random.chance(30) ? nil : FieldValue(json: "\(number)"))
            }
            var restored: [String: Int] = [:]
            for change in changes where random.chance(20) {
                restored[change.name] = random.below(number)
            }
            for change in changes {
                let isNew =
                    (row.fields[change.name] == nil ? 0 : -1) + (change.value == nil ? 0 : 1)
                bytes +=
                    isNew
                    * row.authorship.fieldMarks.byteCount(
                        ofNew: change.name, own: row.authorship.revision)
                row.fields[change.name] = change.value
            }
            let (previous, grown) = row.authorship.renew(
                changes, of: row.fields, in: number,
                by: RowAuthor(client: ClientID("ana")), at: number,
                restored: restored.keys.sorted().map {
                    FieldMark(name: $0, revision: restored[$0] ?? 0)
                })
            model.note(changes, in: number, restored: restored)
            #expect(row.authorship.marks(of: row.fields) == model.stored, "seed \(seed)")
            for place in 0...count + 4 {
                let name = Self.name(place)
                let isThere = model.fields[name] != nil
                let mark = model.fields[name] ?? model.removed[name] ?? number
                #expect(
                    row.authorship.mark(of: name, isThere: isThere) == mark,
                    "seed \(seed): \(name)")
            }
            let now = RowRecord(row).authorshipByteCount
            #expect(
                now == bytes + grown + (number == 1 ? RowRecord.bytesOfAuthorship : 0),
                "seed \(seed)")
            // Read from its stored form, it is equivalent.
            let read = Row(
                id: row.id, fields: row.fields,
                authorship: Authorship(
                    revision: number, author: RowAuthor(client: ClientID("ana")), at: number,
                    otherRevision: row.authorship.otherRevision, marks: model.stored))
            #expect(read == row, "seed \(seed)")
            // The marks before can be restored, and changed again.
            var back = row
            back.authorship.restore(previous)
            back.fields = before.fields
            #expect(back == before, "seed \(seed)")
            if random.chance(20) { row = read }
        }
    }

    /// Rows with few fields are packed, and written anew with each change (`PackedFields`).
    @Test(arguments: [17, 100, 1_000])
    func oneField_isChangedWhereItStands(count: Int) throws {
        let section = SectionState(id: SectionID("s0"), title: "", rows: [row(count)])
        var list = EditableList(
            ListState(revision: 0, title: "", rules: Rules(), sections: [section]))
        func place() -> UInt? {
            guard let position = list.contents.forest.position(of: RowID("r")) else { return nil }
            return unsafe list.contents.forest[position].row.fields.entries
                .withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        func set(_ json: String) -> Action {
            .updateRow(
                row: RowID("r"),
                fields: [FieldChange(name: Self.name(0), value: FieldValue(json: json))],
                rules: RowRulesChange(), ifRevision: nil)
        }
        // The first change makes a copy of its own: the state holds the fields too.
        let applied = try list.act(set("1"))
        let before = place()
        for number in 2..<20 {
            try list.act(set("\(number)"), by: number % 2 == 0 ? "ana" : "bob")
            #expect(place() == before, "a change copied all fields")
        }
        #expect(throws: Rejection.self) { try list.act(set("x"), .title("nosuch", "1")) }
        try list.act(set("20"), .insert("n", .at(0, 0)))
        _ = try list.applyInverse(applied.inverse, of: 1, context()).applied
        let last = try list.act(set("21"))
        list.revert(last)
        #expect(place() == before, "a roll back copied all fields")
        #expect(list.row(RowID("r"))?.fields[Self.name(0)]?.json == "20")
    }

    @Test func fields_areOrderedOnce_theLastOfANameCounts() {
        var random = Randomness(seed: 5)
        for count in [0, 1, 2, 7, 300] {
            let entries = (0..<count).map { number in
                Field(name: "f\(random.below(count))", value: FieldValue(json: "\(number)"))
            }
            let fields = Fields(entries)
            var model = Fields()
            for entry in entries { model[entry.name] = entry.value }
            #expect(fields == model)
            let bytes = fields.entries.map { "\"\($0.name)\":\($0.value.json)".utf8.count }
            #expect(fields.byteCount == bytes.reduce(2 + max(0, bytes.count - 1), +))
        }
    }
}
