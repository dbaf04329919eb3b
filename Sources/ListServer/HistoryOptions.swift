/// How much of a list's past is kept, and where.
package struct HistoryOptions: Sendable {
    /// Change sets kept in the journal behind the newest one.
    package var sets = 10_000
    /// A snapshot is stored each time that this many change sets have come since the last.
    package var snapshotEvery = 1_000
    /// Change sets of a list in use that are held in memory; older ones are read when asked for.
    package var inMemory = 1_000

    package init() {}
}
