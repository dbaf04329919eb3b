package import ListEditing
import ListJournal
package import ListProtocol

/// A list in memory: its state, its clients, and the newest part of its history.
///
/// Pure: time and ids are handed in, and storing is for the caller. One `SequencerMachine` owns it.
package struct LoadedList: Sendable {
    package let id: ListID
    package let epoch: String
    package let limits: ProtocolLimits
    package var list: EditableList
    package var clients: ClientTable
    /// The newest sets as they were sent, ending at the list's revision.
    package var history: ChangeSetHistory
    /// The store gives the sets above this revision: what is older is gone.
    package var storedStart = 0
    /// The newest set's `at`, in Unix milliseconds.
    var at: Int
    /// `at` before the batch that was applied last.
    private var atBefore = 0
    /// Whose edit was applied last.
    private var newestAuthor: RowAuthor?

    package init(id: ListID, epoch: String, limits: ProtocolLimits, snapshot: ListSnapshot) {
        self.id = id
        self.epoch = epoch
        self.limits = limits
        list = EditableList(snapshot.state, marks: snapshot.marks)
        clients = ClientTable(records: snapshot.clients, limits: limits)
        list.releaseMarks(exceptOf: clients.steps)
        history = ChangeSetHistory(at: list.revision)
        at = snapshot.at
    }

    /// A copy that shares the rows and has no history: for reading it while this one is edited.
    package var withoutHistory: LoadedList {
        var copy = self
        copy.history = ChangeSetHistory(at: list.revision)
        copy.list = list.withoutHistory
        return copy
    }

    /// Takes older sets, to rebase places through.
    package mutating func adopt(_ older: OlderHistory) {
        _ = list.prependHistory(older.rebasing)
    }

    /// Does `work` on the list in place: reading an optional list would copy it.
    package mutating func use<Result>(_ work: (inout LoadedList) -> Result) -> Result {
        work(&self)
    }

    package var snapshot: ListSnapshot {
        ListSnapshot(
            state: list.state(), clients: clients.records, at: at,
            marks: list.storedMarks ?? StoredPlaceMarks())
    }

    /// Forgets clients whose last edit was answered before `moment` (Unix milliseconds), with their steps.
    package mutating func forgetClients(unseenSince moment: Int) {
        clients.forget(unseenSince: moment)
        list.releaseMarks(exceptOf: clients.steps)
    }

    /// Takes a new set into its client's stacks, or has no step for it.
    mutating func noteSet(_ set: CommittedChange, at place: Int?) {
        if let place { clients.noteSet(set, at: place) }
        if place == nil || set.isFinal { list.releaseMarks(of: set.revision) }
        releaseMarks()
    }

    /// Takes the top step off a stack, unapplied.
    mutating func noteDropped(_ stack: UndoStack, at place: Int) {
        clients.noteDropped(stack, at: place)
        releaseMarks()
    }

    private mutating func releaseMarks() {
        for made in clients.takeGone() { list.releaseMarks(of: made) }
    }

    /// Does again what a stored record did.
    package mutating func replay(_ record: ListRecord, at moment: Int) throws {
        let remembered = Set(record.answered.map(\.client))
        for step in record.steps {
            switch step {
            case .set(let set):
                try list.replay(
                    set.changes, by: shared(set.author), at: set.at, marks: set.marks,
                    sections: set.sections)
                if set.isFinal { list.dropNewestInverse() }
                history.append(set.encoded)
                let isRemembered = remembered.contains(set.client)
                noteSet(set, at: isRemembered ? clients.place(of: set.client) : nil)
            case .dropped(let stack, let client):
                noteDropped(stack, at: clients.place(of: client))
            }
        }
        list.sweepMarks(most: Self.marksAtOnce)
        for entry in record.answered {
            clients.noteAnswered(
                id: entry.highest, at: clients.place(of: entry.client), name: entry.name,
                now: moment)
        }
        if record.hasSets { keepWithinBytes() }
        at = max(at, moment)
    }

    /// The object that rows name for an author: the last one's, where it is the same again, so that rows
    /// that one client changed share it.
    mutating func shared(_ author: RowAuthor) -> RowAuthor {
        if let newestAuthor, newestAuthor == author { return newestAuthor }
        newestAuthor = author
        return author
    }

    /// What counts against `limits.listBytes`: rows, and what is remembered of clients.
    package var byteCount: Int { list.byteCount + clients.byteCount }

    /// Forgets the oldest steps of undo while the list is over `limits.listBytes`.
    ///
    /// Called after each record with sets, when it is made and when it is replayed, so that both forget
    /// the same.
    mutating func keepWithinBytes() {
        let excess = byteCount - limits.listBytes
        if excess > 0 { clients.forgetOldestSteps(bytes: excess) }
        releaseMarks()
    }

    /// Marks of steps that are gone that are removed with a batch: about 1 ms.
    private static let marksAtOnce = 1_000

    // MARK: The checkpoint

    /// Applies a batch of edits after a checkpoint, to which `rollBack()` returns.
    mutating func beginBatch() {
        list.setCheckpoint()
        clients.setCheckpoint()
        atBefore = at
    }

    /// The batch is stored: it cannot be rolled back any more.
    ///
    /// - Returns: What rolling it back would have needed.
    @discardableResult
    package mutating func endBatch() -> EndedCheckpoint {
        clients.clearCheckpoint()
        defer { list.sweepMarks(most: Self.marksAtOnce) }
        return list.clearCheckpoint()
    }

    /// Microseconds that rolling the batch back takes.
    package var rollbackCost: Int { list.checkpointCost + clients.checkpointCost }

    /// Takes the batch back: the list is exactly as it was before it.
    package mutating func rollBack() {
        list.rollBackToCheckpoint()
        clients.rollBackToCheckpoint()
        history.rollBack(to: list.revision)
        at = atBefore
    }

    // MARK: History

    /// Bytes of history in memory: the encoded sets, and what rebasing reads.
    package var historyByteCount: Int { history.byteCount + list.historyByteCount }

    /// Lets go of the sets in memory up to `revision`, which the store has let go of.
    package mutating func forgetHistory(through revision: Int) {
        storedStart = max(storedStart, revision)
        history.forget(through: revision)
        if revision > list.historyStart { list.forgetHistory(through: revision) }
    }

    /// Lets go of the oldest sets in memory: those beyond `count`, and half of the others once there
    /// are more than `bytes` bytes.
    ///
    /// - Complexity: Amortised O(1) for each set that was added.
    package mutating func trimHistory(to count: Int, bytes: Int) {
        history.trim(to: count, bytes: bytes)
        let held = list.revision - list.historyStart
        if held > count {
            list.forgetHistory(through: list.revision - count)
        } else if list.historyByteCount > bytes {
            list.forgetHistory(through: list.revision - held / 2)
        }
    }
}
