/// Where lists are kept: for each list a log of records with snapshots beside it.
///
/// The engine stores bytes and compares positions; what a record says is the server's business.
/// Every call may come from any thread; a call returns when its effect is durable.
package protocol Journal: JournalReading {
    /// Adds a list at revision 0 with its first snapshot; `nil` where the id is taken.
    func create(_ list: NewList) async throws(JournalError) -> ListHead?

    /// Removes a list with its records and snapshot; nothing happens where there is none.
    func delete(list: String, epoch: String) async throws(JournalError)

    /// Appends one record right behind `expected`, the position that the caller last saw.
    ///
    /// Appends that wait at the same time, of any lists, are committed together.
    func append(_ record: JournalRecord, to list: String, expected: JournalPosition) async
        -> AppendOutcome

    /// Replaces the snapshot, unless the list's epoch is another or a newer one is there.
    ///
    /// Where the engine keeps an origin, the first one that is replaced becomes that, and the next
    /// one is kept aside, to be the origin once ``trim(list:through:)`` allows it.
    func saveSnapshot(_ snapshot: StoredSnapshot, of list: String, epoch: String)
        async throws(JournalError)

    /// Moves the origin forward, unless the list's epoch is another or a newer one is there.
    func saveOrigin(_ origin: StoredSnapshot, of list: String, epoch: String)
        async throws(JournalError)

    /// Removes records at or below `revision` that the snapshot covers.
    ///
    /// Where the engine keeps an origin, only those that it covers too, once it has moved to the
    /// snapshot that is kept aside, if that is not above `revision`.
    ///
    /// - Returns: The revision that no record is left at or below, 0 where none has to be gone.
    func trim(list: String, through revision: Int) async throws(JournalError) -> Int

    /// The head of one list as stored now; `nil` where there is none.
    ///
    /// Proves first, by a durable write of its own, that the store can be written again, and so
    /// makes durable what an append of unknown outcome may have left behind.
    func recover(list: String) async throws(JournalError) -> ListHead?

    /// Makes a backup of the whole store at one moment; `nil` where the engine has none to give.
    ///
    /// - Parameter progress: Called now and then while it is made.
    func backup(progress: @escaping @Sendable () -> Void) async throws(JournalError) -> BackupFile?

    /// Waits for everything under way and closes the store.
    func close() async
}

extension Journal {
    package func saveOrigin(
        _ origin: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {}

    package func backup(
        progress: @escaping @Sendable () -> Void
    ) async throws(JournalError) -> BackupFile? { nil }
}
