import Foundation

extension SQLiteJournal {
    package func backup(
        progress: @escaping @Sendable () -> Void
    ) async throws(JournalError) -> BackupFile? {
        let path = path
        let result: Result<BackupFile, JournalError> = await withCheckedContinuation {
            continuation in
            // A thread of its own: it may take minutes.
            DispatchQueue(label: "journal.backup").async {
                continuation.resume(
                    returning: Result { () throws(JournalError) in
                        try Self.backup(path, progress)
                    })
            }
        }
        return try result.get()
    }

    private static func backup(
        _ path: String, _ progress: @escaping @Sendable () -> Void
    ) throws(JournalError) -> BackupFile {
        let target = path + temporaryMark + UUID().uuidString
        do {
            let reader = try StoreReader(path: path)
            try reader.backup(to: target) { _ in progress() }
            try reader.close()
        } catch {
            _ = unsafe unlink(target)
            throw SQLiteStore.describe(error, path: target)
        }
        return try BackupFile(taking: target)
    }

    /// Removes what a killed server left of a backup; for the owner of the store.
    static func removeUnfinishedBackups(of path: String) {
        let store = URL(fileURLWithPath: path)
        let folder = store.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(store.lastPathComponent + temporaryMark) {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    private static let temporaryMark = ".backup-"
}
