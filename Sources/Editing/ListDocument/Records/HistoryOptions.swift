import ListProtocol

/// How much of a list's past is kept, and where.
package struct HistoryOptions: Sendable {
    /// Change sets kept in the journal after the newest one.
    package var sets = 10_000
    /// Days that a change set is kept; the older ones go, however few there are.
    package var days = 30
    /// The fewest change sets between two stored snapshots (see `CompactionPolicy`).
    package var snapshotEvery = 1_000
    /// Change sets of a list in use that are held in memory; older ones are read when asked for.
    package var inMemory = 1_000
    /// Seconds that edits wait for the journal before their list goes read-only.
    package var appendSeconds = 15.0

    package init() {}

    /// How long a change set is kept, in milliseconds.
    package var keptMilliseconds: Int { days * HistoryOptions.dayMilliseconds }

    /// A day's change sets go at a time, so that a list in steady use is not compacted for each.
    package static let dayMilliseconds = 86_400_000
}

extension ProtocolLimits {
    /// How long a client is remembered after its last edit.
    var rememberMilliseconds: Int { rememberDays * 86_400_000 }
}
