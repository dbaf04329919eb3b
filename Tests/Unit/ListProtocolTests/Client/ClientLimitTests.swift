import ListEditing
import ListProtocol
import Testing

/// Messages that are well formed and over one of the limits of `welcome`.
@Suite struct ClientLimitTests {
    private func rejection(_ actions: String, _ limits: ProtocolLimits) throws -> Rejection? {
        let frame = #"{"type":"edit","list":"a","id":1,"actions":[\#(actions)]}"#
        guard
            case .messages(let messages) = ClientFrame.decode(Array(frame.utf8), limits: limits),
            case .message(.edit(let message))? = messages.first
        else {
            Issue.record("no edit")
            return nil
        }
        if case .failure(let rejection) = message.edit { return rejection }
        return nil
    }

    @Test func moreActionsThanAllowed_areTooLarge() throws {
        var limits = ProtocolLimits()
        limits.actions = 2
        let action = #"{"op":"updateList"}"#
        #expect(try rejection("\(action),\(action)", limits) == nil)
        let refused = try rejection("\(action),\(action),\(action)", limits)
        #expect(refused?.code == .tooLarge)
        #expect(refused?.action == nil)
    }

    @Test func moreActionsThanAllowed_areNotLookedInto() throws {
        var limits = ProtocolLimits()
        limits.actions = 1
        let fraction = #"{"op":"insertRow","fields":{},"to":{"section":"s","index":1.5}}"#
        #expect(try rejection("7,\(fraction)", limits)?.code == .tooLarge)
    }

    @Test func fieldsOverTheLimit_areNotLookedIntoFurther() throws {
        var limits = ProtocolLimits()
        limits.fieldsBytes = 20
        let fields = #"{"a":"01234567890123456789","b":null}"#
        let refused = try rejection(#"{"op":"insertRow","fields":\#(fields)}"#, limits)
        #expect(refused?.code == .tooLarge)
        #expect(refused?.message == "actions[0].fields are larger than 20 bytes")
    }

    @Test(arguments: [1, 31, 32, 33, 400])
    func rowsOfManyFields_areReadWhole(count: Int) throws {
        let members = (0..<count).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
        let action = #"{"op":"insertRow","fields":{\#(members)}}"#
        let frame = #"{"type":"edit","list":"a","id":1,"actions":[\#(action)]}"#
        guard
            case .messages(let messages) = ClientFrame.decode(
                Array(frame.utf8), limits: ProtocolLimits()),
            case .message(.edit(let message))? = messages.first,
            case .insertRow(_, let fields, _, _)? = try message.edit.get().actions.first
        else {
            Issue.record("no edit")
            return
        }
        #expect(fields.entries.count == count)
        for number in 0..<count {
            #expect(fields["n\(number)"] == FieldValue(json: "\(number)"))
        }
        let names = fields.entries.map { Array($0.name.utf8) }
        #expect(zip(names, names.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }

    @Test func answers_nameLongFieldsInShort() throws {
        let name = String(repeating: "é", count: 5_000)
        let refused = try rejection(
            #"{"op":"insertRow","fields":{"\#(name)":null}}"#, ProtocolLimits())
        #expect(refused?.code == .badAction)
        #expect((refused?.message.utf8.count ?? 0) < 200)
    }

    @Test(arguments: ["insertRow", "updateRow"])
    func moreBytesOfFieldsThanAllowed_areTooLarge(op: String) throws {
        var limits = ProtocolLimits()
        limits.fieldsBytes = 20
        // {"ab":"01234567890"} has 20 bytes.
        for (text, isTooLarge) in [("01234567890", false), ("012345678901", true)] {
            let action = #"{"op":"\#(op)","row":"r1","fields":{"ab":"\#(text)"}}"#
            let refused = try rejection(action, limits)
            #expect(refused?.code == (isTooLarge ? .tooLarge : nil), "\(text)")
            #expect(refused?.action == (isTooLarge ? 0 : nil))
        }
    }

    @Test func titles_areMeasuredInBytes() throws {
        var limits = ProtocolLimits()
        limits.titleBytes = 4
        for action in [
            #"{"op":"updateList","title":"éé"}"#, #"{"op":"insertSection","title":"1234"}"#,
            #"{"op":"updateList","rules":{"deleteTitle":"1234"}}"#,
        ] {
            #expect(try rejection(action, limits) == nil)
        }
        for action in [
            #"{"op":"updateList","title":"ééé"}"#, #"{"op":"insertSection","title":"12345"}"#,
            #"{"op":"updateSection","section":"s","title":"12345"}"#,
            #"{"op":"updateList","rules":{"deleteTitle":"12345"}}"#,
        ] {
            #expect(try rejection(action, limits)?.code == .tooLarge)
        }
    }

    @Test func theEditingCore_getsTheSameLimits() {
        var limits = ProtocolLimits()
        limits.rows = 1
        limits.sections = 2
        limits.fieldsBytes = 3
        limits.titleBytes = 4
        let core = limits.editLimits
        #expect([core.rows, core.sections, core.fieldsBytes, core.titleBytes] == [1, 2, 3, 4])
    }
}
