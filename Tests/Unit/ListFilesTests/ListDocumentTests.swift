import ListEditing
import ListProtocol
import Testing

@testable import ListFiles

@Suite struct ListDocumentTests {
    private var state: ListState {
        var rules = Rules()
        rules.moveScope = .section
        rules.deleteTitle = "Trash \"{detail}\""
        var narrow = Rules()
        narrow.maxRows = 5
        narrow.insertable = false
        var pinned = RowRules()
        pinned.pinned = .top
        pinned.movable = false
        let fields = Fields([
            Field(name: "title", value: FieldValue(json: "\"Äpfel\"")),
            Field(name: "n", value: FieldValue(json: "{\"deep\":[1.50]}")),
        ])
        return ListState(
            revision: 7, title: "A \"list\"", rules: rules,
            sections: [
                SectionState(
                    id: SectionID("s1"), title: "One", rules: narrow,
                    rows: [
                        Row(id: RowID("a"), fields: fields, rules: pinned), Row(id: RowID("b")),
                    ]),
                SectionState(id: SectionID("s2"), title: ""),
            ])
    }

    @Test func list_comesBackFromItsFile() throws {
        let bytes = ListDocument.encode(ListID("l"), state)
        let list = try ListDocument.decode(bytes, limits: ProtocolLimits())
        #expect(list.list == ListID("l") && list.title == state.title)
        #expect(list.rules == state.rules)
        #expect(list.states { "" } == state.sections)
    }

    @Test func file_hasARowALine() {
        let text = String(
            decoding: ListDocument.encode(ListID("l"), state), as: UTF8.self)
        #expect(
            text == """
                {
                  "format": "lockstep-list/1",
                  "list": "l",
                  "title": "A \\"list\\"",
                  "revision": 7,
                  "rules": {"moveScope":"section","deleteTitle":"Trash \\"{detail}\\""},
                  "sections": [
                    {"id":"s1","title":"One","rules":{"insertable":false,"maxRows":5},"rows":[
                      {"id":"a","fields":{"n":{"deep":[1.50]},"title":"Äpfel"},"movable":false,\
                "pinned":"top"},
                      {"id":"b","fields":{}}
                    ]},
                    {"id":"s2","title":"","rules":{},"rows":[
                    ]}
                  ]
                }

                """)
    }

    @Test func emptyList_comesBackToo() throws {
        let empty = ListState(revision: 0, title: "", rules: Rules(), sections: [])
        let bytes = ListDocument.encode(ListID("l"), empty)
        #expect(try ListDocument.decode(bytes, limits: ProtocolLimits()).sections.isEmpty)
    }

    @Test(arguments: [
        ("[]", "object"), ("{", "no file"), ("{\"title\":\"x\"}", "list"),
        ("{\"format\":\"lockstep-list/2\",\"list\":\"l\"}", "format"),
    ])
    func otherFile_isRefused(text: String, words: String) {
        #expect {
            try ListDocument.decode(Array(text.utf8), limits: ProtocolLimits())
        } throws: { error in
            "\(error)".contains(words)
        }
    }
}
