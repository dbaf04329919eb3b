import JSON
import ListEditing
import ListProtocol
import Testing

/// The depth of the value of a field: at most 16 in an edit, any that fits in what a server sends.
@Suite struct FieldDepthTests {
    /// A value in which `depth` containers are nested.
    private func value(_ depth: Int) -> String {
        let opening = (0..<depth).map { $0 % 2 == 0 ? "[" : "{\"k\":" }.joined()
        let closing = (0..<depth).reversed().map { $0 % 2 == 0 ? "]" : "}" }.joined()
        return opening + (depth % 2 == 0 ? "1" : "") + closing
    }

    private func edits(_ depth: Int, op: String) -> [UInt8] {
        let action = #"{"op":"\#(op)","row":"r","fields":{"a":1,"b":\#(value(depth))}}"#
        return Array(
            (#"[{"type":"edit","list":"l","id":1,"actions":[]},"#
                + #"{"type":"edit","list":"l","id":2,"actions":[\#(action)]}]"#).utf8)
    }

    @Test(arguments: ["insertRow", "updateRow"], [0, 1, 15, 16])
    func valuesUpTo16Deep_areTaken(op: String, depth: Int) {
        guard
            case .messages(let messages) = ClientFrame.decode(
                edits(depth, op: op), limits: ProtocolLimits()),
            case .message(.edit(let edit))? = messages.last
        else {
            Issue.record("refused")
            return
        }
        #expect((try? edit.edit.get())?.actions.count == 1)
    }

    @Test(arguments: ["insertRow", "updateRow"], [17, 18, 27])
    func deeperValues_areBadMessage_andTheFrameIsRefusedWhole(op: String, depth: Int) {
        guard
            case .refused(let refusal) = ClientFrame.decode(
                edits(depth, op: op), limits: ProtocolLimits())
        else {
            Issue.record("taken")
            return
        }
        #expect(refusal.errors.map(\.code) == [.badMessage, .badMessage])
        #expect(refusal.errors.map(\.id) == [1, 2])
        #expect(refusal.message == "actions[0].fields.b must not nest deeper than 16")
    }

    @Test(arguments: [16, 17])
    func bodies_areHeldToTheSame(depth: Int) {
        let edit = #"{"actions":[{"op":"updateRow","row":"r","fields":{"a":\#(value(depth))}}]}"#
        let create = #"{"list":"l","sections":[{"rows":[{"fields":{"a":\#(value(depth))}}]}]}"#
        let code: ErrorCode? = depth > 16 ? .badMessage : nil
        #expect(
            refusal {
                try HTTPEdit.read(Array(edit.utf8), list: ListID("l"), limits: ProtocolLimits())
            }
                == code)
        for maximumDepth in [JSONReader.clientDepth, JSONReader.ownDepth] {
            #expect(
                refusal {
                    try CreateList.read(
                        Array(create.utf8), limits: ProtocolLimits(), maximumDepth: maximumDepth)
                } == code)
        }
        let message = Array("[{\"type\":\"create\",\(create.dropFirst())]".utf8)
        guard case .refused(let refusal) = ClientFrame.decode(message, limits: ProtocolLimits())
        else {
            #expect(code == nil)
            return
        }
        #expect(refusal.code == code)
    }

    private func refusal<Value>(_ read: () throws -> Value) -> ErrorCode? {
        do { _ = try read() } catch { return (error as? ErrorMessage)?.code }
        return nil
    }

    /// Earlier servers accepted values that were 28 deep, which clients received in frames of 34.
    @Test(arguments: [28, 57])
    func deeperValuesThatAListHas_areReadFromServers(depth: Int) throws {
        let row = Row(
            id: RowID("r"),
            fields: Fields([Field(name: "a", value: FieldValue(json: value(depth)))]))
        let section = SectionState(id: SectionID("s"), title: "S", rows: [row])
        let state = ListState(revision: 1, title: "L", rules: Rules(), sections: [section])
        let snapshot = Snapshot(list: ListID("l"), epoch: "e", state: state)
        #expect(
            try ServerFrame.decode(ServerFrame.joined([snapshot.encoded]))
                == [.snapshot(snapshot, part: 0, parts: 1)])

        var changes = ChangeSet()
        changes.insertedRows = [
            RowInsertion(
                row: row.id, at: IndexPath(section: 0, row: 0), fields: row.fields,
                rules: RowRules())
        ]
        let set = PublishedChange(revision: 2, at: 1, client: nil, intent: nil, changes: changes)
        let sent = Changes(list: ListID("l"), sets: [set.encoded], counts: [1]).encoded
        #expect(
            try ServerFrame.decode(sent)
                == [.changes(ReceivedChanges(list: ListID("l"), sets: [set], counts: [1]))])
    }
}
