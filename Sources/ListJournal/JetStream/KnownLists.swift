// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import Foundation

/// The newest positions that this server knows of the lists of a cluster.
///
/// Whoever reads a list's log finds by it which epoch counts, and whether a node that answers lags. Safe to
/// use from any thread.
final class KnownLists: Sendable {
    struct Entry: Sendable {
        var epoch: String
        var position: JournalPosition
    }

    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var entries: [String: Entry] = [:]

    subscript(list: String) -> Entry? {
        lock.withLock { unsafe entries[list] }
    }

    /// Takes note of a record, unless a later one is known.
    func note(_ list: String, _ epoch: String, _ position: JournalPosition) {
        lock.withLock {
            if let known = unsafe entries[list], known.position.place >= position.place,
                known.epoch == epoch || known.position != .unreadable
            {
                return
            }
            unsafe entries[list] = Entry(epoch: epoch, position: position)
        }
    }

    /// The list is deleted.
    func forget(_ list: String, epoch: String) {
        lock.withLock {
            if unsafe entries[list]?.epoch == epoch { unsafe entries[list] = nil }
        }
    }
}
