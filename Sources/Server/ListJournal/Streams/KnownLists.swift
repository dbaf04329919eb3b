// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import Foundation

/// The newest positions that this server knows of the lists of a cluster.
///
/// A reader of a list's log finds by it which epoch counts, and whether a node that answers lags. Safe to
/// use from any thread.
final class KnownLists: Sendable {
    struct Entry: Sendable {
        var epoch: String
        var position: JournalPosition
    }

    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var entries: [String: Entry] = [:]
    /// The places of the newest deletions, and of those before them.
    nonisolated(unsafe) private var deletions = (
        newest: [String: Int64](), earlier: [String: Int64]()
    )

    /// Deletions after which those before the last so many are forgotten: a leader that was deposed learns it
    /// within seconds.
    private static let mostDeletions = 1_000

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

    /// The list is deleted, by the record at `place`, and with it any earlier one of this id.
    func forget(_ list: String, epoch: String, at place: Int64) {
        lock.withLock {
            if let known = unsafe entries[list],
                known.epoch == epoch || known.position.place < place
            {
                unsafe entries[list] = nil
            }
            if unsafe deletions.newest.count >= Self.mostDeletions {
                unsafe deletions = (newest: [:], earlier: deletions.newest)
            }
            unsafe deletions.newest[list] = place
        }
    }

    /// The place of the newest record that is known of a list's log, also of one that deleted it; nil: none is.
    func place(of list: String) -> Int64? {
        lock.withLock {
            let known = unsafe entries[list].flatMap {
                $0.position == .unreadable ? nil : $0.position.place
            }
            return unsafe [known, deletions.newest[list], deletions.earlier[list]]
                .compactMap(\.self).max()
        }
    }
}
