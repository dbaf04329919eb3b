import ListEditing
import ListProtocol
import Testing

@Suite struct CreateListTests {
    private func read(_ text: String) throws -> CreateList {
        try CreateList.read(Array(text.utf8), limits: ProtocolLimits())
    }

    @Test func aDescription_becomesSections() throws {
        let create = try read(
            #"""
            {"list":"trip","rules":{"moveScope":"section"},
             "sections":[{"id":"s","title":"Bags","rules":{"maxRows":2},
                          "rows":[{"id":"a","fields":{"title":"Tent"},"pinned":"top"},
                                  {"fields":{"n":1.0},"editable":false}]},
                         {"rows":[]}]}
            """#)
        #expect(create.title == "trip")
        #expect(create.rules.moveScope == .section)
        var made = 0
        let states = create.states {
            made += 1
            return "made\(made)"
        }
        #expect(states.map(\.id.text) == ["s", "made2"])
        #expect(states.map(\.title) == ["Bags", ""])
        #expect(states[0].rules.maxRows == 2)
        #expect(states[0].rows.map(\.id.text) == ["a", "made1"])
        #expect(states[0].rows[0].rules.pinned == .top)
        #expect(states[0].rows[1].rules.editable == false)
        #expect(states[0].rows[1].fields["n"] == FieldValue(json: "1.0"))
        #expect(states[0].rows.allSatisfy { $0.authorship.revision == 0 })
    }

    @Test(arguments: [
        ("", ErrorCode.notJSON, "byte 0"), ("[]", .badMessage, "object"),
        (#"{"list":"a","list":"b"}"#, .badMessage, "duplicate key 'list'"),
        (#"{"title":"a"}"#, .badMessage, "list is missing"),
        (#"{"list":"a","sections":{}}"#, .badMessage, "sections must be an array"),
        (#"{"list":"a","rules":{"maxRows":1.5}}"#, .badMessage, "rules.maxRows"),
    ])
    func whatIsWrong_isNamed(text: String, code: ErrorCode, part: String) {
        let error = #expect(throws: ErrorMessage.self) { try read(text) }
        #expect(error?.code == code)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func withoutTitle_theNameIsIt_asFarAsATitleGoes() throws {
        var limits = ProtocolLimits()
        limits.titleBytes = 4
        let create = try CreateList.read(Array(#"{"list":"holidays"}"#.utf8), limits: limits)
        #expect(create.title == "holi")
    }

    @Test func moreSectionsThanAllowed_areRefused() {
        var limits = ProtocolLimits()
        limits.sections = 1
        let text = #"{"list":"a","sections":[{},{}]}"#
        #expect(throws: ErrorMessage.self) { try CreateList.read(Array(text.utf8), limits: limits) }
    }
}
