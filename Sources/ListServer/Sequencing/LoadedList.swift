import DequeModule
import ListEditing
import ListJournal
import ListProtocol

/// A list in memory: its state, its clients, and the newest part of its history.
///
/// Pure: time and ids are handed in, and storing is for the caller. One `ListSequencer` owns it.
struct LoadedList: Sendable {
    let id: ListID
    let epoch: String
    let limits: Limits
    var list: EditableList
    var clients: ClientTable
    /// The newest sets as they were sent, in order, ending at the list's revision.
    var history: Deque<[UInt8]> = []
    /// The newest set's `at`, in Unix milliseconds.
    var at: Int

    init(id: ListID, epoch: String, limits: Limits, snapshot: ListSnapshot) {
        self.id = id
        self.epoch = epoch
        self.limits = limits
        list = EditableList(snapshot.state)
        clients = ClientTable(
            records: snapshot.clients, remembered: limits.inFlight, undoDepth: limits.undo)
        at = snapshot.at
    }

    /// The revision that the history in memory reaches back to: the sets above it are there.
    var historyStart: Int { list.revision - history.count }

    /// A copy that shares the rows and has no history: for reading it while this one goes on.
    var withoutHistory: LoadedList {
        var copy = self
        copy.history = []
        copy.list = list.withoutHistory
        return copy
    }

    /// Does `work` on the list where it stands: reading an optional list would copy it.
    mutating func use<Result>(_ work: (inout LoadedList) -> Result) -> Result { work(&self) }

    var snapshot: ListSnapshot {
        ListSnapshot(state: list.state(), clients: clients.records, at: at)
    }

    /// Does again what a stored record did.
    mutating func replay(_ record: ListRecord, at moment: Int) throws {
        let remembered = Set(record.answered.map(\.client))
        for step in record.steps {
            switch step {
            case .set(let set):
                try list.replay(set.changes, by: set.client, marks: set.marks)
                history.append(set.encoded)
                if remembered.contains(set.client) {
                    clients.noteSet(set, at: clients.place(of: set.client))
                }
            case .dropped(let stack, let client):
                clients.noteDropped(stack, at: clients.place(of: client))
            }
        }
        for entry in record.answered {
            clients.noteAnswered(
                id: entry.highest, at: clients.place(of: entry.client), name: entry.name,
                now: moment)
        }
        at = max(at, moment)
    }

    /// The sets above `revision`, in order; `revision` is not below `historyStart`.
    func sets(after revision: Int) -> [[UInt8]] {
        Array(history.suffix(max(0, list.revision - revision)))
    }

    /// Lets go of the sets in memory up to `revision`.
    ///
    /// Complexity: O(1) amortised for each set.
    mutating func forgetHistory(through revision: Int) {
        let count = min(history.count, revision - historyStart)
        guard count > 0 else { return }
        history.removeFirst(count)
        list.forgetHistory(through: historyStart)
    }

    /// Lets go of the oldest sets in memory once there are twice as many as are to be held.
    ///
    /// Complexity: amortised O(1) for each set that was added.
    mutating func trimHistory(to count: Int) {
        guard history.count > 2 * count else { return }
        history.removeFirst(history.count - count)
        list.forgetHistory(through: historyStart)
    }
}
