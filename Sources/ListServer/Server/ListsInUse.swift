import Foundation
import ListDocument
import ListProtocol
import Logging
import TextBytes

/// The lists of a server that are in memory or being worked on; for the loop's thread.
///
/// A store may have 100,000 lists: what is done now and then is done for these alone.
final class ListsInUse {
    private var sequencers: [ListID: ListSequencer] = [:]
    /// Their ids, for other threads.
    let ids = UsedIDs()

    var count: Int { sequencers.count }
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

/// The lists that are stored and cannot be read; for the loop's thread.
final class UnreadableLists {
    private var reasons: [ListID: String] = [:]

    var count: Int { reasons.count }

    /// At most so many, in order of their ids, with the reasons.
    ///
    /// O(the number asked for), however many there are.
    func some(_ most: Int) -> [(list: ListID, reason: String)] {
        reasons.prefix(most).sorted { $0.key.text.precedes($1.key.text) }.map { ($0.key, $0.value) }
    }

    /// A list could not be read; logged once until it can.
    func note(_ list: ListID, _ failure: LoadFailure, _ log: Logger) {
        guard !areSame(reasons.updateValue(failure.reason, forKey: list), failure.reason)
        else { return }
        let way =
            switch failure {
            case .damaged: "`lockstep export --salvage`"
            case .unavailable: "it is tried again"
            }
        log.error(
            "a list cannot be read; it is unavailable until it can: \(way)",
            metadata: ["list": "\(list.text)", "reason": "\(failure.reason)"])
    }

    /// A list could be read, or is gone.
    func clear(_ list: ListID, _ log: Logger) {
        guard reasons.removeValue(forKey: list) != nil else { return }
        log.notice("a list can be read again", metadata: ["list": "\(list.text)"])
    }
}
