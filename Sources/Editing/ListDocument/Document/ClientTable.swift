import DequeModule
import HeapModule
package import ListEditing
import ListProtocol
import TextBytes

/// The clients of a list that have edited it.
///
/// Each has an index, its place, so that an edit looks its client up once; places are valid until `forget`.
package struct ClientTable: Sendable {
    private var clients: [ClientID] = []
    private var entries: ContiguousArray<ClientRecord> = []
    private var places: [ClientID: Int] = [:]
    /// The place of the client that was answered last: mostly it is the next one's.
    private var latest = 0
    /// The last name of each client that gave one; kept apart, so that a copy of it is cheap.
    package private(set) var names: [ClientID: String] = [:]
    private let limits: ProtocolLimits
    /// What the table counts as against `limits.listBytes`.
    private(set) var byteCount = 0
    /// What all steps of undo and redo count as, together.
    private(set) var stepBytes = 0
    /// What takes back all that was noted since the checkpoint.
    private var log = ClientLog()
    private var time: EditTime

    init(records: [ClientID: ClientRecord] = [:], limits: ProtocolLimits) {
        self.limits = limits
        time = EditTime(newest: records.values.map(\.seen).max())
        // In an order of their own, in which records name clients: a run can be repeated.
        for (client, record) in records.sorted(by: { $0.key.text.precedes($1.key.text) }) {
            let place = place(of: client)
            change(place) {
                $0 = record
                $0.keepWithin(limits, &$1)
            }
            names[client] = record.name
        }
    }

    var records: [ClientID: ClientRecord] { places.mapValues { record(at: $0) } }

    package subscript(client: ClientID) -> ClientRecord? { places[client].map { record(at: $0) } }

    /// A client's record as it is stored.
    private func record(at place: Int) -> ClientRecord {
        var record = entries[place]
        record.seen += time.skipped
        return record
    }

    /// A client's place, where it has one.
    package func knownPlace(of client: ClientID) -> Int? {
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
        log.place = clients.count - 1
        log.note(.entered)
        return clients.count - 1
    }

    package func answer(to id: Int, at place: Int, revision: Int) -> EditOutcome? {
        entries[place].answer(to: id, revision: revision, remembered: limits.inFlight)
    }

    /// The highest id that a client was answered; 0: none.
    package func highest(of client: ClientID) -> Int {
        places[client].map { entries[$0].highest } ?? 0
    }

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
        log.place = place
        log.note(.answered(highest: entries[place].highest, seen: entries[place].seen, time))
        entries[place].highest = max(entries[place].highest, id)
        entries[place].seen = time.edited(at: now)
        guard let name, !areSame(name, entries[place].name) else { return }
        rename(place, to: name)
    }

    /// Takes a new set of the client into its table of applied edits and its stacks.
    mutating func noteSet(_ set: CommittedChange, at place: Int) {
        change(place) { [limits] in $0.noteSet(set, limits, &$1) }
    }

    private mutating func rename(_ place: Int, to name: String?) {
        change(place) {
            $1.note(.named($0.name))
            $0.name = name
        }
        names[clients[place]] = name
    }

    /// Removes the top step, which had nothing left to revert.
    mutating func noteDropped(_ stack: UndoStack, at place: Int) {
        change(place) { $0.drop(stack, &$1) }
    }

    // MARK: The checkpoint

    /// Keeps from here on what `rollBackToCheckpoint()` needs, until `clearCheckpoint()`.
    mutating func setCheckpoint() { log.setCheckpoint() }

    /// Takes back exactly what was noted since the checkpoint; there is none any more.
    ///
    /// - Complexity: O(1) for each edit noted.
    mutating func rollBackToCheckpoint() {
        for (place, change) in log.takeAll().reversed() {
            switch change {
            case .entered:
                places[clients.removeLast()] = nil
                byteCount -= entries.removeLast().byteCount
                latest = 0
            case .named(let name): rename(place, to: name)
            case .answered(let highest, let seen, let time):
                (entries[place].highest, entries[place].seen) = (highest, seen)
                self.time = time
            case .applied, .pushed, .dropped, .replaced, .droppedOldest, .forgotRedo:
                self.change(place) { record, _ in record.takeBack(change) }
            }
        }
    }

    /// Takes the sets of the steps that are gone since the last call.
    mutating func takeGone() -> [Int] {
        guard !log.gone.isEmpty else { return [] }
        defer { log.gone.removeAll(keepingCapacity: true) }
        return log.gone
    }

    /// The sets that steps of undo and redo revert.
    ///
    /// - Complexity: O(n) in clients and steps.
    var steps: Set<Int> {
        entries.reduce(into: []) { steps, entry in
            for step in entry.undo { steps.insert(step.made) }
            for step in entry.redo { steps.insert(step.made) }
        }
    }

    /// Microseconds that `rollBackToCheckpoint()` takes.
    var checkpointCost: Int { log.count / 4 }

    /// What was noted stays.
    mutating func clearCheckpoint() { log = ClientLog() }

    // MARK: Forgetting

    /// Clients whose last edit was answered before this moment have been away for `limits.rememberDays`.
    ///
    /// - Parameter now: What the clock says; both in Unix milliseconds.
    package func oldestRemembered(at now: Int) -> Int {
        min(now, time.latestEnd) - limits.rememberMilliseconds
    }

    /// Forgets clients whose last edit was answered before `moment` (Unix milliseconds).
    mutating func forget(unseenSince moment: Int) {
        guard entries.contains(where: { $0.seen + time.skipped < moment }) else { return }
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
            change(step.place) { $0.dropOldest(&$1) }
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
    private mutating func change(
        _ place: Int, _ change: (inout ClientRecord, inout ClientLog) -> Void
    ) {
        let (bytes, steps) = (entries[place].byteCount, entries[place].stepBytes)
        log.place = place
        change(&entries[place], &log)
        byteCount += entries[place].byteCount - bytes
        stepBytes += entries[place].stepBytes - steps
    }
}
