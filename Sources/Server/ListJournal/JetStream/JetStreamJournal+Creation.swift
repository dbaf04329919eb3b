// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import JSON
import NATS

/// Creating several lists together: first a note that names them, then each list, then the note that says so.
///
/// A cluster has no transaction over the logs of several lists. A server that starts deletes the lists of a note
/// that does not say that they are made. It replaces the note first, by compare-and-set: a server that is still
/// at it learns that they are withdrawn. What is deleted is told by its epoch, which no other list has.
extension JetStreamJournal {
    /// Lists that are being created together.
    struct Creation {
        let subject: String
        let note: CreationNote
        /// The sequence of the note.
        let sequence: Int
    }

    func createTogether(_ lists: [NewList]) async throws(JournalError) -> CreationOutcome {
        let creation = try await beginCreation(of: lists)
        var heads: [ListHead] = []
        do throws(JournalError) {
            for list in lists {
                guard let head = try await createOne(list) else {
                    try await withdraw(creation)
                    return .taken(list.list)
                }
                heads.append(head)
            }
        } catch .undecided {
            // The list may be stored later: the note stays for the next start.
            clearLater(creation.subject)
            throw .undecided
        } catch {
            try await withdraw(creation)
            throw error
        }
        try await finish(creation)
        return .created(heads)
    }

    /// Stores the note that names the lists.
    func beginCreation(of lists: [NewList]) async throws(JournalError) -> Creation {
        let subject = layout.creation(ids.next())
        let note = CreationNote(
            .begun, lists.map { CreationNote.List(list: $0.list, epoch: $0.epoch) })
        let sequence: Int?
        do throws(JournalError) {
            sequence = try await publish(note, to: subject, after: 0)
        } catch .undecided {
            // Whatever becomes of the note, none of its lists is there.
            sequence = nil
        }
        guard let sequence else { throw .unreachable("what is to be created was not noted") }
        return Creation(subject: subject, note: note, sequence: sequence)
    }

    /// Notes that all lists are made.
    ///
    /// - Throws: `undecided` where a note that is stored later decides; other errors where they are deleted.
    func finish(_ creation: Creation) async throws(JournalError) {
        let note = creation.note.saying(.made)
        let sequence: Int?
        do throws(JournalError) {
            sequence = try await publish(note, to: creation.subject, after: creation.sequence)
        } catch {
            clearLater(creation.subject)
            throw .undecided
        }
        if sequence == nil {
            try await withdraw(creation)
            throw .unreachable("a server that started has withdrawn what was being created")
        }
        clearLater(creation.subject)
    }

    /// Deletes the lists, with the note.
    ///
    /// - Throws: `undecided` where one may stay.
    private func withdraw(_ creation: Creation) async throws(JournalError) {
        do throws(JournalError) {
            try await deleteLists(of: creation.note)
            try await purge(layout.snapshotStream, creation.subject)
        } catch {
            clearLater(creation.subject)
            throw .undecided
        }
    }

    private func deleteLists(of note: CreationNote) async throws(JournalError) {
        for list in note.lists { try await delete(list: list.list, epoch: list.epoch) }
    }

    // MARK: Notes

    /// Withdraws the lists of all notes of other servers that do not say that they are made.
    func resumeCreations() {
        guard purpose == .serving else { return }
        let own = layout.creation("\(ids.writer)-")
        later { journal throws(JournalError) in
            let subjects = try await journal.log.asking { streams throws(JetStreamError) in
                try await streams.subjects(
                    of: journal.layout.creations, in: journal.layout.snapshotStream)
            }
            for subject in subjects where !subject.hasPrefix(own) {
                try await journal.clear(subject)
            }
        }
    }

    private func clearLater(_ subject: String) {
        later { journal throws(JournalError) in try await journal.clear(subject) }
    }

    private func clear(_ subject: String) async throws(JournalError) {
        guard let (note, sequence) = try await lastNote(of: subject) else { return }
        switch note.state {
        case .made: try await purge(layout.snapshotStream, subject)
        case .begun:
            _ = try await publish(note.saying(.withdrawn), to: subject, after: sequence)
            try await clear(subject)
        case .withdrawn:
            try await deleteLists(of: note)
            try await purge(layout.snapshotStream, subject, below: sequence)
        }
    }

    /// The last note under a subject, and its sequence; nil where there is none, or one of a newer version.
    private func lastNote(
        of subject: String
    ) async throws(JournalError) -> (note: CreationNote, sequence: Int)? {
        let message = try await log.asking { streams throws(JetStreamError) in
            try await streams.lastMessage(of: subject, in: layout.snapshotStream)
        }
        guard let message, let note = CreationNote(json: message.payload) else { return nil }
        return (note, message.sequence)
    }

    /// How long a note stays that says that lists are withdrawn: an append without an answer may be stored after
    /// they were deleted, and servers that start delete that too.
    private static let withdrawnHours = 1
    /// Seconds between two attempts.
    private static let publishingPause = 0.1

    /// Stores a note after the one at `sequence`.
    ///
    /// - Returns: Its sequence; nil where another note lies there, or did.
    /// - Throws: `undecided` where it may be stored later.
    private func publish(
        _ note: CreationNote, to subject: String, after sequence: Int
    ) async throws(JournalError) -> Int? {
        let deadline = time.now() + .seconds(patience)
        let headers: NATSHeaders =
            note.state == .withdrawn ? [Self.expiry: "\(Self.withdrawnHours)h"] : [:]
        while true {
            let outcome = await streams.publish(
                note.json, to: subject, expected: sequence, id: nil, headers: headers)
            switch outcome {
            case .stored(let stored, _): return stored
            case .refused(let reason): throw .failed(reason)
            case .conflict:
                // It may be this one, of an earlier attempt. A leader that was deposed knows less.
                guard let last = try await lastNote(of: subject) else {
                    if sequence > 0 { return nil }
                    break
                }
                if last.sequence > sequence { return last.note == note ? last.sequence : nil }
            case .unknown, .notStored: break
            }
            guard time.now() < deadline, !isClosed else { throw .undecided }
            counters.retried("\(outcome)")
            await time.sleep(Self.publishingPause)
        }
    }
}

/// A note of lists that are created together, as it is stored.
struct CreationNote: Hashable, Sendable {
    enum State: String {
        case begun
        case made
        case withdrawn
    }

    struct List: Hashable, Sendable {
        let list: String
        let epoch: String
    }

    let state: State
    let lists: [List]

    init(_ state: State, _ lists: [List]) {
        self.state = state
        self.lists = lists
    }

    /// Reads a note; nil where it is not one of this version.
    init?(json: [UInt8]) {
        guard let object = (try? JSONReader.read(json))?.object, object["v"]?.whole == 1,
            let state = object["state"]?.string.flatMap(State.init),
            let values = object["lists"]?.array
        else { return nil }
        var lists: [List] = []
        for value in values {
            guard let member = value.object, let list = member["list"]?.string,
                let epoch = member["epoch"]?.string
            else { return nil }
            lists.append(List(list: list, epoch: epoch))
        }
        self.init(state, lists)
    }

    func saying(_ state: State) -> CreationNote { CreationNote(state, lists) }

    var json: [UInt8] {
        var writer = JSONWriter(capacity: 64 * (lists.count + 1))
        writer.object { writer in
            writer.member("v", 1)
            writer.member("state", state.rawValue)
            writer.name("lists" as StaticString)
            writer.array { writer in
                for list in lists {
                    writer.object { writer in
                        writer.member("list", list.list)
                        writer.member("epoch", list.epoch)
                    }
                }
            }
        }
        return writer.bytes
    }
}
