// Canonical equivalence in this file: paths that the operator names, and a time.
internal import CLinux
package import Foundation
internal import GRDB

/// Puts a backup in the place of a store that no server uses, in one step, and keeps what was there.
package struct StoreRestore {
    private let backup: StoreReader
    private let file: StoreFile
    private let lock: StoreLock
    /// Whether there was no store.
    private let isFirst: Bool

    /// Takes the lock of the store, and makes its folder where there is none.
    ///
    /// - Parameters:
    ///   - backup: Of which what is stored was checked.
    ///   - path: The store's.
    /// - Throws: `locked` where a server uses the store; `marked` where copying left a mark in the backup; `failed`.
    package init(of backup: StoreReader, to path: String) throws(JournalError) {
        if let mark = try backup.mark() { throw .marked(store: backup.path, mark) }
        file = try StoreFile(path)
        guard file.path != backup.path else { throw .failed("\(path) is the backup itself") }
        let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw .failed("the folder \(folder.path) cannot be made: \(error.localizedDescription)")
        }
        self.backup = backup
        isFirst = !FileManager.default.fileExists(atPath: file.path)
        lock = try StoreLock(store: file.path)
        try file.checkName()
    }

    /// Restores the backup; where it fails, or is cut short before its last steps, the store is as it was.
    ///
    /// - Parameters:
    ///   - time: Now, for the name of what was there.
    ///   - progress: Called with the share that is copied, 0…1; what it throws ends the copying.
    /// - Returns: The path of what was there; nil where there was no store.
    /// - Throws: `JournalError`; what `progress` throws.
    package func run(
        at time: Date, progress: @escaping (Double) throws -> Void
    ) throws -> String? {
        defer { lock.release() }
        let stamp = time.ISO8601Format().filter { $0 != "-" && $0 != ":" }
        let (next, kept) = ("\(file.path).restoring-\(stamp)", "\(file.path).before-\(stamp)")
        for path in [next, kept] where FileManager.default.fileExists(atPath: path) {
            throw JournalError.failed("\(path) exists: move it away")
        }
        do {
            try backup.backup(to: next, progress: progress)
            giveToOwner(next)
            try sync(next)
        } catch {
            _ = unsafe unlink(next)
            throw error
        }
        foldLog()
        try exchange(next)
        if isFirst {
            _ = unsafe unlink(next)
        } else {
            try rename(next, kept)
        }
        _ = unsafe unlink(file.path + "-shm")
        // Where it could not be folded in, it belongs to what was there.
        if FileManager.default.fileExists(atPath: file.log) { try rename(file.log, kept + "-wal") }
        try sync(URL(fileURLWithPath: file.path).deletingLastPathComponent().path)
        return isFirst ? nil : kept
    }

    /// Copies the store's log into its file, so that one step exchanges all there is; a log that is not the
    /// file's, or cannot be copied, stays as it is.
    private func foldLog() {
        guard !isFirst, !file.isSealed else { return }
        guard let queue = try? DatabaseQueue(path: file.path) else { return }
        _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try? queue.close()
    }

    /// Gives a file to whom the store belongs, or its folder where there was none: the superuser restores for
    /// the server's user.
    private func giveToOwner(_ next: String) {
        var facts = stat()
        let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent().path
        guard geteuid() == 0, unsafe stat(isFirst ? folder : file.path, &facts) == 0 else { return }
        for path in [next, file.path + ".lock"] {
            _ = unsafe chown(path, facts.st_uid, facts.st_gid)
        }
    }

    /// Gives the store's name to the file at `next`, and that name to the store's file.
    private func exchange(_ next: String) throws(JournalError) {
        guard unsafe lockstep_exchange(next, file.path) != 0 else { return }
        guard [EINVAL, ENOSYS].contains(errno) else { throw failure(file.path) }
        // A file system that cannot exchange: a second name keeps the store's file.
        let second = next + "-old"
        guard unsafe link(file.path, second) == 0 else { throw failure(second) }
        try rename(next, file.path)
        try rename(second, next)
    }

    private func rename(_ path: String, _ other: String) throws(JournalError) {
        guard unsafe Foundation.rename(path, other) == 0 else { throw failure(other) }
    }

    private func sync(_ path: String) throws(JournalError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    private func failure(_ path: String) -> JournalError {
        .failed("\(path) cannot be written: \(unsafe String(cString: strerror(errno)))")
    }
}
