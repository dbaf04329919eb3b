import DequeModule
import ListEditing

/// The clients of a list that have edited it.
struct ClientTable: Hashable, Sendable {
    private(set) var records: [ClientID: ClientRecord] = [:]
    /// `limits.inFlight`: applied edits remembered of each client.
    let remembered: Int
    /// `limits.undo`: steps that each stack holds.
    let undoDepth: Int

    init(records: [ClientID: ClientRecord] = [:], remembered: Int, undoDepth: Int) {
        self.records = records
        self.remembered = remembered
        self.undoDepth = undoDepth
    }

    subscript(client: ClientID) -> ClientRecord? { records[client] }

    func answer(to id: Int, of client: ClientID, revision: Int) -> Answer? {
        records[client]?.answer(to: id, revision: revision, remembered: remembered)
    }

    /// Raises the highest answered id.
    mutating func noteAnswered(id: Int, of client: ClientID, name: String?, at: Int) {
        update(client) { record in
            record.highest = max(record.highest, id)
            record.seen = at
            if let name { record.name = name }
        }
    }

    /// Takes a new set of the client into its table of applied edits and its stacks.
    mutating func noteSet(_ set: SequencedSet) {
        let (remembered, depth) = (remembered, undoDepth)
        update(set.client) { $0.noteSet(set, remembered: remembered, undoDepth: depth) }
    }

    /// Takes off the step that could not be taken back any more.
    mutating func noteDropped(_ stack: UndoStack, of client: ClientID) {
        update(client) { record in
            switch stack {
            case .undo: _ = record.undo.popLast()
            case .redo: _ = record.redo.popLast()
            }
        }
    }

    /// Forgets clients whose last edit was answered before `moment` (Unix milliseconds).
    mutating func forget(unseenSince moment: Int) {
        records = records.filter { $0.value.seen >= moment }
    }

    private mutating func update(_ client: ClientID, _ body: (inout ClientRecord) -> Void) {
        body(&records[client, default: ClientRecord()])
    }
}

/// The two stacks of a client.
enum UndoStack: String, Sendable {
    case undo, redo
}
