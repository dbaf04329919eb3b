import Foundation
import ListProtocol
import TextBytes

/// The lists of a server that are in memory or being worked on; for the loop's thread.
///
/// A store may have 100,000 lists: what is done now and then is done for these alone.
package final class ListsInUse {
    private var sequencers: [ListID: ListSequencer] = [:]
    /// Their ids, for other threads.
    let ids = UsedIDs()

    package var count: Int { sequencers.count }
    var all: some Sequence<ListSequencer> { sequencers.values }

    func note(_ sequencer: ListSequencer, isInUse: Bool) {
        if isInUse {
            let before = sequencers.updateValue(sequencer, forKey: sequencer.id)
            if before == nil { ids.insert(sequencer.id) }
        } else if sequencers[sequencer.id] === sequencer {
            sequencers[sequencer.id] = nil
            ids.remove(sequencer.id)
        }
    }
}

/// The ids of the lists that are in use, for any thread.
final class UsedIDs: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var ids: Set<TextKey> = []

    func contains(_ list: String) -> Bool { lock.withLock { unsafe ids.contains(TextKey(list)) } }

    fileprivate func insert(_ list: ListID) {
        _ = lock.withLock { unsafe ids.insert(TextKey(list.text)) }
    }

    fileprivate func remove(_ list: ListID) {
        _ = lock.withLock { unsafe ids.remove(TextKey(list.text)) }
    }
}
