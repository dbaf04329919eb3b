// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import Foundation

/// A store of lists: for each list a log of records, snapshots and named versions beside it, and how far hooks
/// were notified of it.
///
/// An engine stores bytes and compares positions; it does not interpret records. It keeps
/// these rules (`ListJournal.docc`, "What a second engine needs"):
///
/// - A call returns when its effect is durable.
/// - Calls may come from any thread, and concurrently.
/// - ``RecordLog/append(_:to:expected:done:)`` compares the position and stores the record in one step, so that of
///   two writers at most one succeeds.
package protocol Journal: JournalReading, RecordLog, SnapshotStore, VersionStore, HookCursorStore {
    /// What the engine has counted since it was opened.
    var figures: JournalFigures { get }

    /// Makes a backup of the whole store as of one moment.
    ///
    /// - Parameter progress: Called from time to time until the backup is made.
    /// - Returns: The backup; `nil` where the engine makes none.
    func backup(progress: @escaping @Sendable () -> Void) async throws(JournalError) -> BackupFile?

    /// Waits for all operations under way and closes the store.
    func close() async
}

/// What an engine without backups need not implement.
extension Journal {
    package func backup(
        progress: @escaping @Sendable () -> Void
    ) async throws(JournalError) -> BackupFile? { nil }
}

/// What an engine has counted since it was opened, and how it stands.
package struct JournalFigures: Hashable, Sendable {
    /// The value of the setting `journal.engine`.
    package var engine: String
    /// Attempts to store a record; an append that is tried again counts each time.
    package var attempts = 0
    /// Attempts that were made again, as it was not certain what had become of them.
    package var retries = 0
    /// Appends before which another server's record came.
    package var conflicts = 0
    /// How often a connection to another node had to be made.
    package var reconnects = 0
    /// How often a stream was found with another leader than at the look before.
    package var elections = 0
    /// Whether the store is in reach, or was a moment ago.
    package var isReachable = true
    /// The bytes of each stream, by its name.
    package var streams: [String: Int] = [:]
    /// The bytes of the write-ahead log; 0 where the engine has none.
    package var logBytes = 0
    /// How often in a row copying the write-ahead log into the main file has failed: the log grows meanwhile.
    package var checkpointFailures = 0

    package init(engine: String) { self.engine = engine }
}

/// A complete backup in a file without a name, which the system removes when it is closed.
package struct BackupFile: Sendable {
    /// A descriptor open for reading; the receiver closes it.
    package let descriptor: Int32
    package let byteCount: Int

    /// Opens the file at `path` and removes its name.
    init(unlinking path: String) throws(JournalError) {
        let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
        let reason = unsafe String(cString: strerror(errno))
        _ = unsafe unlink(path)
        var facts = stat()
        guard opened >= 0, unsafe fstat(opened, &facts) == 0 else {
            throw .failed("\(path): \(reason)")
        }
        descriptor = opened
        byteCount = Int(facts.st_size)
    }
}
