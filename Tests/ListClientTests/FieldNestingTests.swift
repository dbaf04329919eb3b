import ListEditing
import ListProtocol
import Testing

@testable import ListClient

@Suite struct FieldNestingTests {
    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    private static func insertion(_ json: String) -> PendingEdit.Kind {
        .edit([
            .deleteRows([]),
            .insertRow(
                row: nil, fields: Fields([Field(name: "x", value: FieldValue(json: json))]),
                rules: RowRules(), to: .unspecified),
        ])
    }

    private static func update(_ json: String) -> PendingEdit.Kind {
        .edit([
            .updateRow(
                row: RowID("r"),
                fields: [
                    FieldChange(name: "gone", value: nil),
                    FieldChange(name: "x", value: FieldValue(json: json)),
                ], rules: RowRulesChange(), ifRevision: nil)
        ])
    }

    private static let objects =
        String(repeating: #"{"a":"#, count: 17) + "1" + String(repeating: "}", count: 17)
    private static let siblings =
        "[" + Array(repeating: nested(15), count: 9).joined(separator: ",") + "]"
    private static let values: [(String, Bool)] = [
        ("1", true), (nested(16), true), (nested(17), false), (objects, false), (siblings, true),
        (#""[[[[[[[[[[[[[[[[[[[[\"[[[[[[[[[[[[[[[[[[[[[""#, true), (#"["\\",[]]"#, true),
        (#"["\\",\#(nested(16))]"#, false),
    ]

    @Test(arguments: values)
    func valueOfAField_maySendSoDeep(json: String, isSent: Bool) {
        for kind in [Self.insertion(json), Self.update(json)] {
            let refusal = FieldNesting.refusal(kind)
            #expect((refusal == nil) == isSent)
            if let refusal {
                #expect(refusal.code == "badMessage" && refusal.message.contains("the field x"))
            }
        }
        #expect(FieldNesting.refusal(Self.insertion(Self.nested(17)))?.action == 1)
        #expect(FieldNesting.refusal(.undo) == nil)
    }

    /// What a store has from before servers bounded it is still sent; so deep is a frame at most.
    @Test func valueFromTheServer_mayNestDeeper() throws {
        var machine = ListMachineTests.live()
        // Array of messages, message, sets, set, entries, entry, fields: 7 around the value.
        let value = Self.nested(57)
        let frame = """
            [{"type":"changes","list":"a","sets":[{"revision":6,"at":1,"client":"o","intent":1,\
            "insertedRows":[{"row":"deep","at":[0,2],"fields":{"x":\(value)}}]}],"counts":[3]}]
            """
        for message in try ServerFrame.decode(Array(frame.utf8)) { _ = machine.take(message) }
        #expect(machine.replica.revision == 6 && machine.status == .live)
        #expect(machine.list?.rows.last?.fields["x"]?.json == value)
    }

    @Test func finalSet_isTakenLikeAnyOther() throws {
        var machine = ListMachineTests.live()
        let (id, _) = machine.submit(.edit([.deleteRows([RowID("r1")])]), at: 0)
        let frame = """
            {"type":"changes","list":"a","sets":[{"revision":6,"at":1,"client":"me","intent":\(id),\
            "final":true,"deletedRows":[{"row":"r1","at":[0,0]}]}],"counts":[1]}
            """
        let actions = try ServerFrame.decode(Array(frame.utf8)).flatMap { machine.take($0) }
        #expect(
            ListMachineTests.answers(actions) == [id: .applied(revision: 6, clamped: [])])
        #expect(ListMachineTests.rows(machine) == ["r2"])
    }
}
