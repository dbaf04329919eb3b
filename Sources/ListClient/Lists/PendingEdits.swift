import ListEditing
import ListProtocol

/// The edits of one list that were not answered yet, in the order of their ids.
struct PendingEdits: Equatable {
    private(set) var entries: [PendingEdit] = []
    private(set) var lastID = 0

    /// When the first of those that wait for an answer was sent in this session; nil where none was.
    var oldestSending: Double? { entries.first { $0.settledAt == nil }?.sentAt }

    /// Those that wait for an answer.
    var unanswered: [PendingEdit] { entries.filter { $0.settledAt == nil } }

    /// Never counts at or below `id` again.
    mutating func raise(_ id: Int) {
        lastID = max(lastID, id)
    }

    /// Adds an edit under the next id.
    mutating func add(
        _ kind: PendingEdit.Kind, base: Int, epoch: String?, at time: Double
    ) -> PendingEdit {
        lastID += 1
        let entry = PendingEdit(id: lastID, kind: kind, base: base, epoch: epoch, at: time)
        entries.append(entry)
        return entry
    }

    /// The entries to send at `time`, in seconds, with at most `limit` of them without an answer.
    mutating func takeSendable(limit: Int, at time: Double) -> [PendingEdit] {
        var room = limit
        var taken: [PendingEdit] = []
        for index in entries.indices where entries[index].settledAt == nil {
            guard room > 0 else { break }
            room -= 1
            guard entries[index].sentAt == nil else { continue }
            entries[index].sentAt = time
            taken.append(entries[index])
        }
        return taken
    }

    /// Nothing counts as sent, after a reconnect and where the list cannot be read: the same ids are
    /// sent again.
    mutating func forgetSending() {
        for index in entries.indices { entries[index].sentAt = nil }
    }

    /// Notes the answer of `id` at `revision`; false where it had one, or is not known.
    mutating func answer(_ id: Int, at revision: Int) -> Bool {
        guard let index = entries.firstIndex(where: { $0.id == id && $0.settledAt == nil }) else {
            return false
        }
        entries[index].settledAt = revision
        return true
    }

    /// Lets go of answered entries that the list at `revision` holds.
    mutating func prune(_ revision: Int) {
        entries.removeAll { entry in entry.settledAt.map { $0 <= revision } ?? false }
    }

    /// Lets go of every entry, and gives the ids of those without an answer.
    mutating func clear() -> [Int] {
        let dropped = unanswered.map(\.id)
        entries = []
        return dropped
    }

    /// Lets go of the unanswered entries made before `time`, and gives their ids.
    mutating func drop(before time: Double) -> [Int] {
        let dropped = unanswered.filter { $0.at < time }.map(\.id)
        entries.removeAll { $0.settledAt == nil && $0.at < time }
        return dropped
    }

    /// `list` with every entry applied again; what no longer applies waits for its answer.
    ///
    /// O(n) for the first entry, then that of the edits.
    func reapplied(to list: EditableList, as client: ClientID) -> EditableList {
        var list = list
        let context = EditContext(client: client, mayGiveRules: true)
        for case .edit(let actions) in entries.map(\.kind) {
            _ = try? list.apply(Edit(base: nil, actions: actions), context)
        }
        return list
    }
}
