import Foundation

/// What tells whether a file is still the one that was read.
struct FileStamp: Hashable, Sendable {
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
