import ListEditing
import ListProtocol
import Testing

private let row = RowID("r1")
private let section = SectionID("s1")

private func rules(_ give: (inout Rules) -> Void) -> Rules {
    var rules = Rules()
    give(&rules)
    return rules
}

private func rowRules(_ give: (inout RowRules) -> Void) -> RowRules {
    var rules = RowRules()
    give(&rules)
    return rules
}

private func change(_ give: (inout RowRulesChange) -> Void) -> RowRulesChange {
    var change = RowRulesChange()
    give(&change)
    return change
}

private func value(_ json: String) -> FieldValue { FieldValue(json: json) }

private let actions: [(json: String, action: Action)] = [
    (
        #"{"op":"insertRow","fields":{}}"#,
        .insertRow(row: nil, fields: Fields(), rules: RowRules(), to: .unspecified)
    ),
    (
        #"{"op":"insertRow","row":"r1","fields":{"title":"\u0041\/","n":1.50,"o":{"b":[null,-0],"a":1}},"to":{"section":"s1","index":3},"editable":false,"deletable":true,"movable":false,"pinned":"bottom"}"#,
        .insertRow(
            row: row,
            fields: Fields([
                Field(name: "title", value: value(#""A/""#)),
                Field(name: "n", value: value("1.50")),
                Field(name: "o", value: value(#"{"a":1,"b":[null,-0]}"#)),
            ]),
            rules: rowRules {
                $0.editable = false
                $0.deletable = true
                $0.movable = false
                $0.pinned = .bottom
            }, to: .index(section, 3))
    ),
    (
        #"{"op":"updateRow","row":"r1","fields":{"z":1,"a":null},"ifRevision":0}"#,
        .updateRow(
            row: row,
            fields: [
                FieldChange(name: "z", value: value("1")), FieldChange(name: "a", value: nil),
            ], rules: RowRulesChange(), ifRevision: 0)
    ),
    (
        #"{"op":"updateRow","row":"r1","editable":null,"deletable":false,"movable":true,"pinned":null}"#,
        .updateRow(
            row: row, fields: [],
            rules: change {
                $0.editable = .clear
                $0.deletable = .set(false)
                $0.movable = .set(true)
                $0.pinned = .clear
            }, ifRevision: nil)
    ),
    (
        #"{"op":"updateRow","row":"r1","fields":{},"pinned":"top"}"#,
        .updateRow(
            row: row, fields: [], rules: change { $0.pinned = .set(.top) }, ifRevision: nil)
    ),
    (#"{"op":"deleteRows","rows":[]}"#, .deleteRows([])),
    (#"{"op":"deleteRows","rows":["r1","r2","r1"]}"#, .deleteRows([row, RowID("r2"), row])),
    (#"{"op":"moveRow","row":"r1"}"#, .moveRow(row, to: .unspecified)),
    (
        #"{"op":"moveRow","row":"r1","to":{"section":"s1","index":-4}}"#,
        .moveRow(row, to: .index(section, -4))
    ),
    (
        #"{"op":"moveRow","row":"r1","to":{"section":"s1","index":9007199254740991}}"#,
        .moveRow(row, to: .index(section, 9_007_199_254_740_991))
    ),
    (#"{"op":"moveRow","row":"r1","to":{"before":"r7"}}"#, .moveRow(row, to: .before(RowID("r7")))),
    (#"{"op":"moveRow","row":"r1","to":{"after":"r7"}}"#, .moveRow(row, to: .after(RowID("r7")))),
    (
        #"{"op":"moveRow","row":"r1","to":{"section":"s1","at":"start"}}"#,
        .moveRow(row, to: .start(section))
    ),
    (
        #"{"op":"moveRow","row":"r1","to":{"section":"s1","at":"end"}}"#,
        .moveRow(row, to: .end(section))
    ),
    (#"{"op":"moveRow","row":"r1","to":{"section":"s1"}}"#, .moveRow(row, to: .end(section))),
    (
        #"{"op":"moveRow","row":"r1","to":{"section":"s1","mood":"good"}}"#,
        .moveRow(row, to: .end(section))
    ),
    (
        #"{"op":"moveRows","rows":["r1"],"to":{"before":"r2"}}"#,
        .moveRows([row], to: .before(RowID("r2")))
    ),
    (
        #"{"op":"insertSection","title":"New"}"#,
        .insertSection(section: nil, title: "New", rules: nil, to: .unspecified)
    ),
    (
        #"{"op":"insertSection","section":"s1","title":"","rules":{"editable":false,"deletable":false,"reorderable":false,"insertable":false,"handles":"always","moveScope":"section","deleteTitle":"Trash","maxRows":0,"colour":1},"to":{"index":2}}"#,
        .insertSection(
            section: section, title: "",
            rules: rules {
                $0.editable = false
                $0.deletable = false
                $0.reorderable = false
                $0.insertable = false
                $0.handles = .always
                $0.moveScope = .section
                $0.deleteTitle = "Trash"
                $0.maxRows = 0
            }, to: .index(2))
    ),
    (#"{"op":"updateSection","section":"s1"}"#, .updateSection(section, title: nil, rules: nil)),
    (
        #"{"op":"updateSection","section":"s1","title":"x","rules":{}}"#,
        .updateSection(section, title: "x", rules: Rules())
    ),
    (#"{"op":"deleteSections","sections":["s1"]}"#, .deleteSections([section])),
    (#"{"op":"moveSection","section":"s1"}"#, .moveSection(section, to: .unspecified)),
    (
        #"{"op":"moveSection","section":"s1","to":{"before":"s2"}}"#,
        .moveSection(section, to: .before(SectionID("s2")))
    ),
    (
        #"{"op":"moveSection","section":"s1","to":{"after":"s2"}}"#,
        .moveSection(section, to: .after(SectionID("s2")))
    ),
    (
        #"{"op":"moveSection","section":"s1","to":{"at":"start"}}"#,
        .moveSection(section, to: .start)
    ),
    (#"{"op":"moveSection","section":"s1","to":{"at":"end"}}"#, .moveSection(section, to: .end)),
    (
        #"{"op":"updateList","title":"T","rules":{"handles":"edit","moveScope":"list","maxRows":7,"kind":"plain","editFields":false}}"#,
        .updateList(
            title: "T",
            rules: rules {
                $0.handles = .edit
                $0.moveScope = .list
                $0.maxRows = 7
                $0.kind = .plain
                $0.editFields = false
            })
    ),
    (#"{"op":"updateList"}"#, .updateList(title: nil, rules: nil)),
]

@Suite struct ActionTests {
    @Test(arguments: actions)
    func actions_areReadInFull(json: String, action: Action) throws {
        let frame = #"{"type":"edit","list":"a","id":1,"base":5,"actions":[\#(json)]}"#
        let decoded = ClientFrame.decode(Array(frame.utf8), limits: ProtocolLimits())
        guard case .messages(let messages) = decoded, messages.count == 1,
            case .message(.edit(let message)) = messages[0]
        else {
            Issue.record("\(json) gave \(decoded)")
            return
        }
        let edit = try message.edit.get()
        #expect(edit == Edit(base: 5, actions: [action]))
    }
}
