import DequeModule
import HeapModule
import ListEditing
import ListProtocol

/// The clients of a list that have edited it.
///
/// Each has an index, its place, so that an edit looks its client up once; places are valid until `forget`.
struct ClientTable: Sendable {
    private var clients: [ClientID] = []
    private var entries: ContiguousArray<ClientRecord> = []
    private var places: [ClientID: Int] = [:]
    /// The place of the client that was answered last: mostly it is the next one's.
    private var latest = 0
    /// The last name of each client that gave one; kept apart, so that a copy of it is cheap.
    private(set) var names: [ClientID: String] = [:]
    private let limits: ProtocolLimits
    /// What the table counts as against `limits.listBytes`.
    private(set) var byteCount = 0
    /// What all steps of undo and redo count as, together.
    private(set) var stepBytes = 0

    init(records: [ClientID: ClientRecord] = [:], limits: ProtocolLimits) {
        self.limits = limits
        // In an order of their own, in which records name clients: a run can be repeated.
        for (client, record) in records.sorted(by: { $0.key.text < $1.key.text }) {
            let place = place(of: client)
            change(place) {
                $0 = record
                $0.keepWithin(limits)
            }
            names[client] = record.name
        }
    }

    var records: [ClientID: ClientRecord] { places.mapValues { entries[$0] } }

    subscript(client: ClientID) -> ClientRecord? { places[client].map { entries[$0] } }

    /// A client's place, where it has one.
    func knownPlace(of client: ClientID) -> Int? {
        if latest < clients.count, clients[latest] == client { return latest }
        return places[client]
    }

    /// A client's place; it gets one where it has none.
    mutating func place(of client: ClientID) -> Int {
        if let place = knownPlace(of: client) { return place }
        places[client] = clients.count
        clients.append(client)
        entries.append(ClientRecord())
        byteCount += ClientRecord.leastBytes
        return clients.count - 1
    }

    func answer(to id: Int, at place: Int, revision: Int) -> EditOutcome? {
        entries[place].answer(to: id, revision: revision, remembered: limits.inFlight)
    }

    /// The highest id that a client was answered; 0: none.
    func highest(of client: ClientID) -> Int { places[client].map { entries[$0].highest } ?? 0 }

    /// How far a client is answered, for a record.
    func answered(at place: Int) -> ListRecord.Answered {
        ListRecord.Answered(
            client: clients[place], highest: entries[place].highest, name: entries[place].name)
    }

    /// What a client would undo or redo next.
    func top(of stack: UndoStack, at place: Int) -> UndoEntry? {
        switch stack {
        case .undo: entries[place].undo.last
        case .redo: entries[place].redo.last
        }
    }

    /// Raises the highest answered id.
    mutating func noteAnswered(id: Int, at place: Int, name: String?, now: Int) {
        latest = place
        entries[place].highest = max(entries[place].highest, id)
        entries[place].seen = now
        guard let name, name != entries[place].name else { return }
        change(place) { $0.name = name }
        names[clients[place]] = name
    }

    /// Takes a new set of the client into its table of applied edits and its stacks.
    mutating func noteSet(_ set: CommittedChange, at place: Int) {
        change(place) { [limits] in $0.noteSet(set, limits) }
    }

    /// Removes the top step, which had nothing left to revert.
    mutating func noteDropped(_ stack: UndoStack, at place: Int) {
        change(place) { $0.drop(stack) }
    }

    /// Forgets clients whose last edit was answered before `moment` (Unix milliseconds).
    mutating func forget(unseenSince moment: Int) {
        guard entries.contains(where: { $0.seen < moment }) else { return }
        self = ClientTable(records: records.filter { $0.value.seen >= moment }, limits: limits)
    }

    /// Bytes that are freed beyond those asked for, so that a list that stays full does not look for its
    /// oldest steps with every edit.
    private static let slackBytes = 1_048_576

    /// Forgets the oldest steps of all clients until `bytes` and some more are free, or none is left.
    ///
    /// - Complexity: O(clients + k log clients) for k steps.
    mutating func forgetOldestSteps(bytes: Int) {
        let target = byteCount - bytes - min(Self.slackBytes, limits.listBytes / 16)
        var oldest = Heap(
            entries.indices.compactMap { place in
                entries[place].oldestStep.map { OldestStep(made: $0, place: place) }
            })
        while byteCount > target, let step = oldest.popMin() {
            change(step.place) { $0.dropOldest() }
            if let next = entries[step.place].oldestStep {
                oldest.insert(OldestStep(made: next, place: step.place))
            }
        }
    }

    private struct OldestStep: Comparable {
        let made: Int
        let place: Int

        static func < (left: Self, right: Self) -> Bool { left.made < right.made }
    }

    /// Changes a record, and what is counted of it.
    @inline(__always)
    private mutating func change(_ place: Int, _ change: (inout ClientRecord) -> Void) {
        let (bytes, steps) = (entries[place].byteCount, entries[place].stepBytes)
        change(&entries[place])
        byteCount += entries[place].byteCount - bytes
        stepBytes += entries[place].stepBytes - steps
    }
}

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
    mutating func keepWithin(_ limits: ProtocolLimits) {
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
    mutating func noteSet(_ set: CommittedChange, _ limits: ProtocolLimits) {
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

    /// The revision of the set that its oldest step reverts; nil: it has no steps.
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

/// One step of a client's undo or redo stack.
struct UndoEntry: Hashable, Sendable {
    /// The revision that an undo or redo of this entry names in `undoes` or `redoes`.
    var revision: Int
    /// The revision of the set that `inverse` reverts.
    var made: Int
    var inverse: EncodedInverse
}
