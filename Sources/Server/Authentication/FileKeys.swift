import Foundation
import Logging
import TextBytes

/// The keys of a file, read again when it changes.
///
/// Where a new file is broken or missing, the keys read last stay in force, and the log says so.
actor FileKeys: KeySource {
    private let path: String
    private let log: Logger
    private var keys: KeySet
    private var stamp: FileStamp?

    nonisolated var hasKeys: Bool { true }
    nonisolated var age: Int? { nil }

    /// Reads the keys.
    ///
    /// - Throws: `KeyFileError`.
    init(path: String, log: Logger) throws(KeyFileError) {
        self.path = path
        self.log = log
        // The stamp precedes the reading: a change in between is then read again.
        stamp = FileStamp(path: path)
        keys = try KeySet(path: path)
    }

    /// Keys of the name, and those without one; all of them for a token that names none.
    func keys(for id: String?) async -> [TokenKey] {
        await refresh()
        return keys.keys.filter { $0.id == nil || id == nil || areSame($0.id, id) }
    }

    /// Reads the keys again if the file has changed.
    func refresh() async {
        let found = FileStamp(path: path)
        guard found != stamp else { return }
        stamp = found
        do {
            keys = try KeySet(path: path)
            log.notice("the keys for tokens were read again", metadata: ["file": "\(path)"])
        } catch {
            log.error(
                "the new keys for tokens cannot be used; the old ones stay in force",
                metadata: ["reason": "\(error)"])
        }
    }

    func reload() async { await refresh() }
}

/// The identity of a file's content: two equal stamps mean that the file has not changed.
private struct FileStamp: Hashable, Sendable {
    private let node: UInt64
    private let size: UInt64
    private let modified: Date

    /// Nil where there is no such file.
    init?(path: String) {
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            let node = facts[.systemFileNumber] as? NSNumber,
            let size = facts[.size] as? NSNumber,
            let modified = facts[.modificationDate] as? Date
        else { return nil }
        self.node = node.uint64Value
        self.size = size.uint64Value
        self.modified = modified
    }
}
