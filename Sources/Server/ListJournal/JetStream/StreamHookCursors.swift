// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import NATS

/// How far a hook was notified of the lists of a cluster: a message for each list, replaced by
/// compare-and-set, and one that notes that there is the hook.
struct StreamHookCursors: Sendable {
    let journal: JetStreamJournal
    let hook: String

    private var layout: StreamLayout { journal.layout }
    private var stream: String { layout.snapshotStream }

    /// Cursors that are written or read together.
    private static let portion = 64
    /// One in so many saves removes the earlier messages of its cursor: it holds the stream up.
    private static let purgeEvery = 16

    /// - Returns: Nil where there is no such hook.
    func all() async throws(JournalError) -> [HookCursor]? {
        let marker = try await journal.log.asking { streams throws(JetStreamError) in
            try await streams.lastMessage(of: layout.hook(hook), in: stream)
        }
        guard marker != nil else { return nil }
        let subjects = try await subjects()
        var cursors: [HookCursor] = []
        for start in stride(from: 0, to: subjects.count, by: Self.portion) {
            let portion = Array(subjects[start..<min(start + Self.portion, subjects.count)])
            for message in try await journal.log.last(of: portion, in: stream).messages {
                cursors.append(try cursor(in: message))
            }
        }
        return cursors
    }

    /// One that says nothing, but was not removed yet, has a place: the server that replaces it names that.
    func cursor(in list: String) async throws(JournalError) -> HookCursor? {
        let subject = layout.cursor(ofHook: hook, in: list)
        let message = try await journal.log.asking { streams throws(JetStreamError) in
            try await streams.lastMessage(of: subject, in: stream)
        }
        guard let message else { return nil }
        return try cursor(in: message)
    }

    func begin(at cursors: [HookCursor]) async throws(JournalError) {
        // Of an earlier beginning that did not come to its end.
        try await purge(layout.cursors(ofHook: hook), below: .max)
        _ = try await save(cursors)
        try await journal.store([[]], in: stream, isOnce: false) { _ in layout.hook(hook) }
    }

    func forget() async throws(JournalError) {
        try await purge(layout.hook(hook), below: .max)
        try await purge(layout.cursors(ofHook: hook), below: .max)
    }

    func save(_ cursors: [HookCursor]) async throws(JournalError) -> [SavedCursor] {
        var saved: [SavedCursor] = []
        for start in stride(from: 0, to: cursors.count, by: Self.portion) {
            let portion = cursors[start..<min(start + Self.portion, cursors.count)]
            let results = await withTaskGroup(
                of: (Int, Result<SavedCursor, JournalError>).self
            ) { group in
                for (index, cursor) in portion.enumerated() {
                    group.addTask { (index, await result(of: cursor)) }
                }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for index in portion.indices.indices {
                if let result = results[index] { saved.append(try result.get()) }
            }
        }
        return saved
    }

    private func result(of cursor: HookCursor) async -> Result<SavedCursor, JournalError> {
        do throws(JournalError) { return .success(try await save(cursor)) } catch {
            return .failure(error)
        }
    }

    private func save(_ cursor: HookCursor) async throws(JournalError) -> SavedCursor {
        let subject = layout.cursor(ofHook: hook, in: cursor.list)
        let outcome = await journal.streams.publish(
            cursor.encoded, to: subject, expected: Int(cursor.place), id: nil)
        switch outcome {
        case .stored(let sequence, _):
            var cursor = cursor
            cursor.place = cursor.isEmpty ? 0 : Int64(sequence)
            if cursor.isEmpty || sequence % Self.purgeEvery == 0 {
                try await purge(subject, below: cursor.isEmpty ? sequence + 1 : sequence)
            }
            return SavedCursor(cursor, isOwn: true)
        case .conflict:
            let stored = try await self.cursor(in: cursor.list)
            return SavedCursor(stored ?? HookCursor(list: cursor.list), isOwn: false)
        case .unknown(let reason), .notStored(let reason), .refused(let reason):
            throw .failed("a cursor of the hook \(hook): \(reason)")
        }
    }

    private func cursor(in message: StoredMessage) throws(JournalError) -> HookCursor {
        let key = message.subject.split(separator: ".").last ?? ""
        let cursor = HookCursor(
            list: StreamLayout.list(of: key), decoding: message.payload,
            place: Int64(message.sequence))
        guard let cursor else {
            throw .failed(
                "message \(message.sequence) of \(stream) is damaged, or of a newer version: "
                    + "`lockstep hooks forget \(hook)`")
        }
        return cursor
    }

    private func subjects() async throws(JournalError) -> [String] {
        try await journal.log.asking { streams throws(JetStreamError) in
            try await streams.subjects(of: layout.cursors(ofHook: hook), in: stream)
        }
    }

    private func purge(_ filter: String, below sequence: Int) async throws(JournalError) {
        try await journal.log.asking { streams throws(JetStreamError) in
            _ = try await streams.purge(stream, filter: filter, below: sequence)
        }
    }
}
