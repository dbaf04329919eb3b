package import DequeModule
import ListEditing
import ListProtocol

// Canonical equivalence: tests alone compare them.
/// What a list remembers of one client, so that a resent edit is harmless and undo survives.
package struct ClientRecord: Hashable, Sendable {
    /// The last name given in `hello`.
    var name: String?
    /// The highest edit id that the list has answered.
    package var highest = 0
    /// When its last edit was answered, in Unix milliseconds.
    package var seen = 0
    /// The last edits of it that changed the list, ascending by id.
    package var applied: Deque<AppliedEdit> = []
    /// The stack's top is last.
    package private(set) var undo: Deque<UndoEntry> = []
    package private(set) var redo: Deque<UndoEntry> = []
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
    mutating func keepWithin(_ limits: ProtocolLimits, _ log: inout ClientLog) {
        guard stepBytes > limits.undoBytes else { return }
        undo.removeAll { $0.inverse.stepBytes > limits.undoBytes }
        redo.removeAll { $0.inverse.stepBytes > limits.undoBytes }
        stepBytes = (undo + redo).reduce(0) { $0 + $1.inverse.stepBytes }
        while stepBytes > limits.undoBytes { dropOldest(&log) }
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
    func answer(to id: Int, revision: Int, remembered: Int) -> EditOutcome? {
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
    /// A set that is `final` cannot be undone: it adds no step and empties redo; the steps before it stay.
    mutating func noteSet(
        _ set: CommittedChange, _ limits: ProtocolLimits, _ log: inout ClientLog
    ) {
        let forgotten = applied.count >= limits.inFlight ? applied.removeFirst() : nil
        log.note(.applied(forgot: forgotten))
        applied.append(AppliedEdit(id: set.intent, revision: set.revision))
        var isUnbound = false
        switch set.origin {
        case .edit: forgetRedo(&log)
        case .restore:
            isUnbound = true
            forgetRedo(&log)
        case .undo: isUnbound = takeOff(.undo, leaving: set.rest, &log)
        case .redo: isUnbound = takeOff(.redo, leaving: set.rest, &log)
        }
        guard !set.isFinal else { return forgetRedo(&log) }
        switch set.origin {
        case .edit, .redo, .restore:
            push(set.entry(named: set.revision, isUnbound: isUnbound), on: .undo, &log)
        case .undo(let revision):
            push(set.entry(named: revision, isUnbound: isUnbound), on: .redo, &log)
        }
        if undo.count > limits.undo { dropOldest(.undo, &log) }
        if redo.count > limits.undo { dropOldest(.redo, &log) }
        while stepBytes > limits.undoBytes { dropOldest(&log) }
    }

    private mutating func push(
        _ entry: UndoEntry, on stack: UndoStack, _ log: inout ClientLog
    ) {
        log.note(.pushed(stack))
        stepBytes += entry.inverse.stepBytes
        self[stack].append(entry)
    }

    /// Takes a stack's top off.
    mutating func drop(_ stack: UndoStack, _ log: inout ClientLog) {
        guard let dropped = self[stack].popLast() else { return }
        log.note(.dropped(stack, dropped))
        log.gone.append(dropped.made)
        stepBytes -= dropped.inverse.stepBytes
    }

    /// Takes a stack's top off, or what was done of it.
    ///
    /// - Parameter rest: what is left of it; nil: nothing.
    /// - Returns: whether no rule binds the step.
    private mutating func takeOff(
        _ stack: UndoStack, leaving rest: EncodedInverse?, _ log: inout ClientLog
    ) -> Bool {
        guard let top = self[stack].last else { return false }
        guard let rest else {
            drop(stack, &log)
            return top.isUnbound
        }
        log.note(.replaced(stack, top))
        replaceTop(of: stack) { $0.inverse = rest }
        return top.isUnbound
    }

    private mutating func replaceTop(of stack: UndoStack, _ change: (inout UndoEntry) -> Void) {
        guard var top = self[stack].popLast() else { return }
        stepBytes -= top.inverse.stepBytes
        change(&top)
        stepBytes += top.inverse.stepBytes
        self[stack].append(top)
    }

    /// The revision of the set that its oldest step reverts; nil: it has no steps.
    var oldestStep: Int? {
        switch (undo.first?.made, redo.first?.made) {
        case (let undo?, let redo?): min(undo, redo)
        case (let undo, let redo): undo ?? redo
        }
    }

    /// Forgets its oldest step.
    mutating func dropOldest(_ log: inout ClientLog) {
        guard let oldest = oldestStep else { return }
        dropOldest(undo.first?.made == oldest ? .undo : .redo, &log)
    }

    private mutating func dropOldest(_ stack: UndoStack, _ log: inout ClientLog) {
        guard let dropped = self[stack].popFirst() else { return }
        log.note(.droppedOldest(stack, dropped))
        log.gone.append(dropped.made)
        stepBytes -= dropped.inverse.stepBytes
    }

    private mutating func forgetRedo(_ log: inout ClientLog) {
        guard !redo.isEmpty else { return }
        log.note(.forgotRedo(redo))
        for entry in redo {
            stepBytes -= entry.inverse.stepBytes
            log.gone.append(entry.made)
        }
        redo = []
    }

    private subscript(stack: UndoStack) -> Deque<UndoEntry> {
        _read {
            switch stack {
            case .undo: yield undo
            case .redo: yield redo
            }
        }
        _modify {
            switch stack {
            case .undo: yield &undo
            case .redo: yield &redo
            }
        }
    }

    /// Takes a change back, the one that was made last.
    mutating func takeBack(_ change: ClientLog.Change) {
        switch change {
        case .applied(let forgotten):
            applied.removeLast()
            if let forgotten { applied.prepend(forgotten) }
        case .pushed(let stack):
            stepBytes -= self[stack].popLast()?.inverse.stepBytes ?? 0
        case .dropped(let stack, let entry):
            stepBytes += entry.inverse.stepBytes
            self[stack].append(entry)
        case .replaced(let stack, let entry): replaceTop(of: stack) { $0 = entry }
        case .droppedOldest(let stack, let entry):
            stepBytes += entry.inverse.stepBytes
            self[stack].prepend(entry)
        case .forgotRedo(let entries):
            redo = entries
            for entry in entries { stepBytes += entry.inverse.stepBytes }
        case .entered, .named, .answered: break  // The table takes these back.
        }
    }
}

/// What was noted of clients since a checkpoint, for taking it back; nothing without a checkpoint.
package struct ClientLog: Sendable {
    package enum Change: Sendable {
        /// The client got its place in the table.
        case entered
        /// Its name before.
        case named(String?)
        case answered(highest: Int, seen: Int, EditTime)
        /// An applied edit was added, and the oldest was forgotten for it.
        case applied(forgot: AppliedEdit?)
        case pushed(UndoStack)
        case dropped(UndoStack, UndoEntry)
        /// The top as it was before.
        case replaced(UndoStack, UndoEntry)
        case droppedOldest(UndoStack, UndoEntry)
        case forgotRedo(Deque<UndoEntry>)
    }

    /// The place of the client that is noted of.
    var place = 0
    /// The sets of steps that are gone, with a checkpoint or without: their marks are not needed.
    var gone: [Int] = []
    private var changes: [(place: Int, change: Change)] = []
    private var hasCheckpoint = false

    var count: Int { changes.count }

    mutating func setCheckpoint() {
        changes.removeAll(keepingCapacity: true)
        hasCheckpoint = true
    }

    mutating func note(_ change: @autoclosure () -> Change) {
        if hasCheckpoint { changes.append((place, change())) }
    }

    /// Takes all changes, oldest first; there is no checkpoint any more.
    mutating func takeAll() -> [(place: Int, change: Change)] {
        defer { self = ClientLog() }
        return changes
    }
}

/// An edit that changed the list, and the revision that it made.
package struct AppliedEdit: Hashable, Sendable {
    var id: Int
    var revision: Int
}

// Canonical equivalence: stored words are read by `init(word:)`.
/// The two stacks of a client.
package enum UndoStack: String, Sendable, CaseIterable {
    case undo, redo
}

/// One step of a client's undo or redo stack.
package struct UndoEntry: Hashable, Sendable {
    /// The revision that an undo or redo of this entry names in `undoes` or `redoes`.
    package var revision: Int
    /// The revision of the set that `inverse` reverts.
    package var made: Int
    package var inverse: EncodedInverse
    /// Whether it is of a restored earlier state, which no rule binds.
    var isUnbound = false

    package init(revision: Int, made: Int, inverse: EncodedInverse, isUnbound: Bool = false) {
        self.revision = revision
        self.made = made
        self.inverse = inverse
        self.isUnbound = isUnbound
    }
}
