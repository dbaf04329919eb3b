import DequeModule
import ListEditing
import ListProtocol

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
    private(set) var undo: Deque<UndoEntry> = []
    private(set) var redo: Deque<UndoEntry> = []
    /// What the steps of both stacks count as, together.
    private(set) var stepBytes = 0

    init() {}

    init(
        name: String?, highest: Int, seen: Int, applied: Deque<AppliedEdit>,
        undo: Deque<UndoEntry>, redo: Deque<UndoEntry>
    ) {
        self.name = name
        self.highest = highest
        self.seen = seen
        self.applied = applied
        self.undo = undo
        self.redo = redo
        stepBytes = (undo + redo).reduce(0) { $0 + $1.inverse.stepBytes }
    }

    /// Forgets steps that are over `limits.undoBytes`, first those that are so alone: they could never
    /// be taken back, and would keep those below them from it.
    mutating func keepWithin(_ limits: Limits) {
        guard stepBytes > limits.undoBytes else { return }
        undo.removeAll { $0.inverse.stepBytes > limits.undoBytes }
        redo.removeAll { $0.inverse.stepBytes > limits.undoBytes }
        stepBytes = (undo + redo).reduce(0) { $0 + $1.inverse.stepBytes }
        while stepBytes > limits.undoBytes { dropOldest() }
    }

    /// What a record takes at least, about, in memory and in a snapshot.
    static let leastBytes = 256

    /// What it counts as against `limits.listBytes`.
    var byteCount: Int {
        Self.leastBytes + (name?.utf8.count ?? 0) + 40 * applied.count
            + 48 * (undo.count + redo.count) + stepBytes
    }

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
    ///
    /// A set that is final adds no step and empties redo; the steps before it stay.
    mutating func noteSet(_ set: SequencedSet, _ limits: Limits) {
        if applied.count >= limits.inFlight { applied.removeFirst() }
        applied.append(AppliedEdit(id: set.intent, revision: set.revision))
        switch set.origin {
        case .edit: forgetRedo()
        case .undo: drop(.undo)
        case .redo: drop(.redo)
        }
        guard !set.isFinal else { return forgetRedo() }
        let entry: UndoEntry
        switch set.origin {
        case .edit, .redo:
            entry = set.entry(named: set.revision)
            undo.append(entry)
        case .undo(let revision):
            entry = set.entry(named: revision)
            redo.append(entry)
        }
        stepBytes += entry.inverse.stepBytes
        if undo.count > limits.undo { dropOldest(.undo) }
        if redo.count > limits.undo { dropOldest(.redo) }
        while stepBytes > limits.undoBytes { dropOldest() }
    }

    /// Takes a stack's top off.
    mutating func drop(_ stack: UndoStack) {
        let dropped =
            switch stack {
            case .undo: undo.popLast()
            case .redo: redo.popLast()
            }
        stepBytes -= dropped?.inverse.stepBytes ?? 0
    }

    /// The revision of the set that its oldest step takes back; nil: it has no steps.
    var oldestStep: Int? {
        switch (undo.first?.made, redo.first?.made) {
        case (let undo?, let redo?): min(undo, redo)
        case (let undo, let redo): undo ?? redo
        }
    }

    /// Forgets its oldest step.
    mutating func dropOldest() {
        guard let oldest = oldestStep else { return }
        dropOldest(undo.first?.made == oldest ? .undo : .redo)
    }

    private mutating func dropOldest(_ stack: UndoStack) {
        let dropped =
            switch stack {
            case .undo: undo.popFirst()
            case .redo: redo.popFirst()
            }
        stepBytes -= dropped?.inverse.stepBytes ?? 0
    }

    private mutating func forgetRedo() {
        for entry in redo { stepBytes -= entry.inverse.stepBytes }
        redo = []
    }
}

/// An edit that changed the list, and the revision that it made.
struct AppliedEdit: Hashable, Sendable {
    var id: Int
    var revision: Int
}

/// The two stacks of a client.
enum UndoStack: String, Sendable {
    case undo, redo
}
