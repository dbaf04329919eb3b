package import ListDocument
import ListEditing
import ListProtocol

/// How much of a list's past is kept: in memory, and, by compaction, in the store.
///
/// A part of ``SequencerMachine``, which hands the list over while that is as it is stored.
package struct HistoryRetention: Sendable {
    /// Bytes of history that stay in memory, and that may while older sets are requested.
    private static let bytes = (kept: 8_388_608, wanted: 33_554_432)

    private let options: HistoryOptions
    package private(set) var compaction = CompactionPolicy()
    /// What a compaction has pruned from the store: clients unseen since a moment, sets up to a revision.
    private var gone: (clients: Int, sets: Int)?

    init(_ options: HistoryOptions) {
        self.options = options
    }

    /// The list has been loaded.
    package mutating func loaded(_ compaction: CompactionPolicy) {
        // One that is under way was begun before.
        let isUnderWay = self.compaction.isUnderWay
        self.compaction = compaction
        if isUnderWay { self.compaction.begin() }
    }

    /// A record was appended.
    package mutating func add(sets: Int, bytes: Int, at moment: Int) {
        compaction.add(sets: sets, bytes: bytes, at: moment)
    }

    /// Lets go of history in memory that is more than is to be held.
    ///
    /// - Parameter isWanted: older sets were requested just now.
    func trim(_ list: inout LoadedList, isWanted: Bool) {
        if isWanted {
            list.trimHistory(to: .max / 4, bytes: Self.bytes.wanted)
        } else {
            list.trimHistory(to: options.inMemory, bytes: Self.bytes.kept)
        }
    }

    /// Begins to store a new snapshot and to trim the log, once that is worth it.
    ///
    /// - Returns: the list as it is to be stored: a copy that shares the rows; nil: it is not time.
    mutating func compactIfDue(
        _ list: inout LoadedList, _ now: Moment
    ) -> LoadedList? {
        guard compaction.isDue(options, now: now.loop, wall: now.steady) else { return nil }
        compaction.begin()
        return list.withoutHistory
    }

    /// - Returns: what went wrong; nil: nothing.
    package mutating func compacted(
        _ outcome: Result<CompactionOutcome, LoadFailure>, _ now: Moment
    ) -> String? {
        switch outcome {
        case .success(let made):
            compaction.end(bytes: made.bytes, oldest: made.oldest)
            gone = (made.forgotten, made.trimmed)
            return made.problem
        case .failure(let failure):
            compaction.abandon(now: now.loop)
            return failure.reason
        }
    }

    /// Prunes what a compaction has pruned from the store, so that memory never reaches further back than
    /// the store, and a restart changes nothing.
    mutating func pruneToStore(_ list: inout LoadedList) {
        guard let (clients, sets) = gone else { return }
        gone = nil
        list.forgetClients(unseenSince: clients)
        list.forgetHistory(through: sets)
    }
}
