import ListEditing
import ListProtocol

/// The edits of one list that wait for an answer, or for the change set that the answer names, in the
/// order of their ids.
struct PendingEdits: Equatable {
    private(set) var entries: [PendingEdit] = []
    private(set) var lastID = 0

    /// When the oldest unanswered edit was sent in this session, in seconds; nil where it was not.
    var oldestSending: Double? { entries.first { $0.answeredAt == nil }?.sentAt }

    init() {}

    /// What a file has kept of a list's edits.
    ///
    /// - Parameters:
    ///   - now: Seconds of the clock by which edits are made.
    ///   - wall: Unix milliseconds.
    init(_ kept: KeptEdits, now: Double, wall: Int) {
        lastID = kept.highest
        entries = kept.edits.sorted { $0.key < $1.key }.compactMap { id, edit in
            PendingEdit(id, edit.message, at: now - Double(wall - edit.at) / 1000)
        }
    }

    /// The edits that wait for an answer.
    var unanswered: [PendingEdit] { entries.filter { $0.answeredAt == nil } }

    /// Uses no id at or below `id` from now on.
    mutating func raise(_ id: Int) {
        lastID = max(lastID, id)
    }

    /// Adds an edit under the next id.
    mutating func add(
        _ content: PendingEdit.Content, base: Int, epoch: String?, at time: Double
    ) -> PendingEdit {
        lastID += 1
        let entry = PendingEdit(id: lastID, content: content, base: base, epoch: epoch, at: time)
        entries.append(entry)
        return entry
    }

    /// Marks the edits to send as sent at `time`, in seconds, and returns them.
    ///
    /// - Parameter limit: The number of edits that are sent and unanswered at most.
    mutating func takeSendable(limit: Int, at time: Double) -> [PendingEdit] {
        var room = limit
        var taken: [PendingEdit] = []
        for index in entries.indices where entries[index].answeredAt == nil {
            guard room > 0 else { break }
            room -= 1
            guard entries[index].sentAt == nil else { continue }
            entries[index].sentAt = time
            taken.append(entries[index])
        }
        return taken
    }

    /// Marks no edit as sent, after a reconnect and where the list cannot be read: the same ids are sent
    /// again.
    mutating func forgetSending() {
        for index in entries.indices { entries[index].sentAt = nil }
    }

    /// Records that edit `id` was answered, at `revision`.
    ///
    /// - Returns: False where it has an answer already, or is not known.
    mutating func answer(_ id: Int, at revision: Int) -> Bool {
        guard let index = entries.firstIndex(where: { $0.id == id && $0.answeredAt == nil }) else {
            return false
        }
        entries[index].answeredAt = revision
        return true
    }

    /// Removes the answered edits that the list at `revision` contains.
    mutating func prune(_ revision: Int) {
        entries.removeAll { entry in entry.answeredAt.map { $0 <= revision } ?? false }
    }

    /// Removes an edit that was not sent.
    mutating func remove(_ id: Int) { entries.removeAll { $0.id == id } }

    /// Removes all edits, and returns the ids of the unanswered ones.
    mutating func clear() -> [Int] {
        let dropped = unanswered.map(\.id)
        entries = []
        return dropped
    }

    /// Removes the unanswered edits made before `time`, and returns their ids.
    mutating func drop(before time: Double) -> [Int] {
        let dropped = unanswered.filter { $0.at < time }.map(\.id)
        entries.removeAll { $0.answeredAt == nil && $0.at < time }
        return dropped
    }
}

/// An edit, undo, redo or restore that waits for its answer, or whose change set has not arrived yet.
struct PendingEdit: Equatable {
    /// What is requested.
    enum Content: Hashable {
        case edit([Action])
        /// `skips`: the step is dropped unapplied.
        case undo(skips: Bool = false)
        case redo(skips: Bool = false)
        /// As of a revision.
        case restore(Int)
    }

    let id: Int
    let content: Content
    /// The revision and epoch that it was made at.
    let base: Int
    let epoch: String?
    /// When it was made, in seconds.
    let at: Double
    /// When it was sent in this session, in seconds; nil where it was not.
    var sentAt: Double?
    /// The revision of the answer, once there is one.
    ///
    /// Until that revision has arrived the edit stays applied here, so that its effect does not
    /// disappear in between.
    var answeredAt: Int?

    /// The message that sends it, the first time and every other time.
    func message(list: ListID) -> ClientMessage {
        switch content {
        case .edit(let actions):
            .edit(
                EditMessage(
                    list: list, id: id, base: base, epoch: epoch,
                    edit: .success(Edit(base: base, actions: actions))))
        case .undo(let skips):
            .undo(UndoMessage(list: list, id: id, epoch: epoch, skips: skips))
        case .redo(let skips):
            .redo(UndoMessage(list: list, id: id, epoch: epoch, skips: skips))
        case .restore(let revision):
            .restore(RestoreMessage(list: list, id: id, revision: revision, epoch: epoch))
        }
    }
}

extension PendingEdit {
    /// An edit that was kept as the message that sends it; nil: the message is another.
    ///
    /// - Parameter moment: when it was made, in seconds.
    init?(_ id: Int, _ message: ClientMessage, at moment: Double) {
        switch message {
        case .edit(let edit):
            guard let actions = try? edit.edit.get().actions else { return nil }
            self.init(
                id: id, content: .edit(actions), base: edit.base ?? 0, epoch: edit.epoch, at: moment
            )
        case .undo(let undo):
            self.init(
                id: id, content: .undo(skips: undo.skips), base: 0, epoch: undo.epoch, at: moment)
        case .redo(let redo):
            self.init(
                id: id, content: .redo(skips: redo.skips), base: 0, epoch: redo.epoch, at: moment)
        case .restore(let restore):
            self.init(
                id: id, content: .restore(restore.revision), base: 0, epoch: restore.epoch,
                at: moment)
        default: return nil
        }
    }
}
