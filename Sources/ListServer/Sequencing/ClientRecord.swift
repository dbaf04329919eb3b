import DequeModule
import ListEditing

/// What a list remembers of one client, so that a resent edit is harmless and undo survives.
struct ClientRecord: Hashable, Sendable {
    /// The last name given in `hello`.
    var name: String?
    /// The highest edit id that the list has answered.
    var highest = 0
    /// When its last edit was answered, in Unix milliseconds.
    var seen = 0
    /// The last edits of it that changed the list, ascending by id.
    var applied: Deque<AppliedEdit> = []
    /// The stack's top is last.
    var undo: Deque<UndoEntry> = []
    var redo: Deque<UndoEntry> = []

    /// Whether the edit `id` is over, and how it ended; `nil`: it is new.
    ///
    /// - Parameter remembered: How many applied edits a record holds at most.
    /// - Complexity: O(n) in the remembered edits.
    func answer(to id: Int, revision: Int, remembered: Int) -> Answer? {
        guard id <= highest else { return nil }
        let index = applied.firstIndex { $0.id >= id }
        if let index, applied[index].id == id {
            return .duplicate(revision: applied[index].revision, applied: true)
        }
        let isForgotten = applied.count >= remembered && index == applied.startIndex
        return .duplicate(revision: revision, applied: isForgotten ? nil : false)
    }

    /// Takes a new set of the client into the table of applied edits and the stacks.
    mutating func noteSet(_ set: SequencedSet, remembered: Int, undoDepth: Int) {
        if applied.count >= remembered { applied.removeFirst() }
        applied.append(AppliedEdit(id: set.intent, revision: set.revision))
        switch set.origin {
        case .edit:
            redo = []
            undo.append(set.entry(named: set.revision))
        case .undo(let revision):
            _ = undo.popLast()
            redo.append(set.entry(named: revision))
        case .redo:
            _ = redo.popLast()
            undo.append(set.entry(named: set.revision))
        }
        if undo.count > undoDepth { undo.removeFirst() }
        if redo.count > undoDepth { redo.removeFirst() }
    }
}

/// An edit that changed the list, and the revision that it made.
struct AppliedEdit: Hashable, Sendable {
    var id: Int
    var revision: Int
}
