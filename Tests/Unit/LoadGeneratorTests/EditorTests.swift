import Testing

@testable import LoadGenerator

@Suite struct EditorTests {
    private static func editor(edits: Int) -> Editor {
        let editor = Editor(number: 0, client: 0)
        for number in 0..<edits { editor.add(due: Int64(number * 10)) { _, _ in } }
        return editor
    }

    @Test func edit_isAnsweredWhenItsRevisionIsDelivered() {
        let editor = Self.editor(edits: 3)
        #expect(editor.learn(editID: 1, revision: 8) == 0)
        #expect(editor.learn(editID: 2, revision: 9) == 10)
        var answered: [Editor.Pending] = []
        editor.settle(delivered: 8) { answered.append($0) }
        #expect(answered == [Editor.Pending(id: 1, due: 0, revision: 8)])
        #expect(editor.answered == 1 && editor.pending.count == 2)
        #expect(editor.learn(editID: 1, revision: 8) == nil)
    }

    @Test func ack_answersItsEdit() {
        let editor = Self.editor(edits: 2)
        #expect(editor.acknowledge(1)?.due == 0)
        #expect(editor.acknowledge(1) == nil)
        #expect(editor.pending.map(\.id) == [2])
    }

    @Test func lostConnection_leavesEditsOfWhichNothingIsKnown() {
        let editor = Self.editor(edits: 2)
        _ = editor.acknowledge(1)
        editor.forgetPending()
        #expect(editor.forgotten == [2] && editor.pending.isEmpty)
        editor.add(due: 99) { _, _ in }
        #expect(editor.learn(editID: 2, revision: 5) == nil)
        #expect(editor.learn(editID: 3, revision: 6) == 99)
    }
}
