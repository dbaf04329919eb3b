import ListEditing
import ListProtocol
import Testing

@Suite struct HTTPEditTests {
    private let list = ListID("a")

    private func read(_ text: String) throws -> HTTPEdit {
        try HTTPEdit.read(Array(text.utf8), list: list, limits: ProtocolLimits())
    }

    @Test func anEditOfAClient_hasItsKeyAndID() throws {
        let edit = try read(
            #"{"client":"k","id":7,"base":3,"epoch":"e","list":"other","actions":[{"op":"updateList"}]}"#
        )
        #expect(edit.client == "k")
        #expect(edit.message.list == list)
        #expect(edit.message.id == 7)
        #expect(edit.message.epoch == "e")
        #expect(
            try edit.message.edit.get()
                == Edit(base: 3, actions: [.updateList(title: nil, rules: nil)]))
    }

    @Test func anEditWithoutAClient_needsNoID() throws {
        let edit = try read(#"{"actions":[]}"#)
        #expect(edit.client == nil)
        #expect(edit.message.id == 1)
    }

    @Test(arguments: [
        (#"{"client":"k","actions":[]}"#, "id is missing"), (#"{"id":1}"#, "actions is missing"),
        (#"{"client":"a b","actions":[]}"#, "client"), (#"{"id":1.5,"actions":[]}"#, "id"),
        (#"{"id":1,"actions":[],"id":1}"#, "duplicate key 'id'"), ("[]", "object"),
    ])
    func whatIsWrong_isNamed(text: String, part: String) {
        let error = #expect(throws: ErrorMessage.self) { try read(text) }
        #expect(error?.code == .badMessage)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func aBadAction_isInTheEdit() throws {
        let edit = try read(#"{"actions":[{"op":"dance"}]}"#)
        guard case .failure(let rejection) = edit.message.edit else {
            Issue.record("not rejected")
            return
        }
        #expect(rejection.code == .badAction)
        #expect(rejection.action == 0)
    }
}
