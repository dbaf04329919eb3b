import ListEditing
import ListProtocol
import Testing

@testable import ListClient

/// What is done to an edit before it is sent.
@Suite struct EditPreparationTests {
    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    private static func insertion(_ json: String) -> PendingEdit.Content {
        .edit([
            .deleteRows([]),
            .insertRow(
                row: nil, fields: Fields([Field(name: "x", value: FieldValue(json: json))]),
                rules: RowRules(), to: .unspecified),
        ])
    }

    private static func update(_ json: String) -> PendingEdit.Content {
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
        for content in [Self.insertion(json), Self.update(json)] {
            let refusal = FieldNesting.refusal(content)
            #expect((refusal == nil) == isSent)
            if let refusal {
                #expect(refusal.code == "badMessage" && refusal.message.contains("the field x"))
            }
        }
        #expect(FieldNesting.refusal(Self.insertion(Self.nested(17)))?.action == 1)
        #expect(FieldNesting.refusal(.undo()) == nil)
    }

    /// A server still sends values that it stored before depth was limited; no frame nests deeper.
    @Test func valueFromTheServer_mayNestDeeper() throws {
        var machine = Given.live()
        // Array of messages, message, sets, set, entries, entry, fields: 7 around the value.
        let value = Self.nested(57)
        let frame = """
            [{"type":"changes","list":"a","sets":[{"revision":6,"at":1,"client":"o","intent":1,\
            "insertedRows":[{"row":"deep","at":[0,2],"fields":{"x":\(value)}}]}],"counts":[3]}]
            """
        for message in try ServerFrame.decode(Array(frame.utf8)) { _ = machine.received(message) }
        #expect(machine.replica.revision == 6 && machine.status == .live)
        #expect(machine.list?.rows.last?.fields["x"]?.json == value)
    }

    @Test func editLongerThanAFrame_isRefused() {
        let list = ListID("a")
        for (length, isRefused) in [(100, false), (3000, true)] {
            let content = Self.insertion("\"" + String(repeating: "x", count: length) + "\"")
            let refusal = EditPreparation.refusal(content, to: list, frameBytes: 2048)
            #expect((refusal?.code == "tooLarge") == isRefused && (refusal != nil) == isRefused)
        }
    }

    @Test func insertsWithoutAnId_areGivenOne() {
        var made = 0
        let content = EditPreparation.namingInserts(Self.insertion("1")) {
            made += 1
            return "made\(made)"
        }
        guard case .edit(let actions) = content, case .insertRow(let row, _, _, _) = actions[1]
        else {
            Issue.record("\(content)")
            return
        }
        #expect(row == RowID("made1"))
        #expect(EditPreparation.namingInserts(.redo()) { "" } == .redo())
    }
}
