// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
/// Stores the snapshots beside the logs, and trims the logs up to them.
package protocol SnapshotStore: SnapshotReading {
    /// Replaces the snapshot, unless the list's epoch is another or the stored one is as new.
    ///
    /// Where the engine keeps an base, the first snapshot that is replaced becomes the base. The
    /// next one that is replaced is kept as the nextBase, which becomes the base once
    /// ``trim(list:through:)`` allows it.
    func saveSnapshot(_ snapshot: StoredSnapshot, of list: String, epoch: String)
        async throws(JournalError)

    /// Replaces the base, unless the list's epoch is another or the stored one is as new.
    func saveBase(_ base: StoredSnapshot, of list: String, epoch: String)
        async throws(JournalError)

    /// Removes records at or below `revision` that the snapshot covers.
    ///
    /// Where the engine keeps an base, it first moves the base to the nextBase if that is not above
    /// `revision`, and then removes only records that the base covers.
    ///
    /// - Returns: The revision at or below which no record is left; 0 where there is none.
    func trim(list: String, through revision: Int) async throws(JournalError) -> Int
}

/// What an engine without a base need not implement.
extension SnapshotStore {
    package func saveBase(
        _ base: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {}
}

/// Stores the named versions of lists.
package protocol VersionStore: VersionReading {
    /// Stores a version of the list, with the list as it was then, unless its name is taken or there are
    /// `most` of them.
    func saveVersion(
        _ version: NamedVersion, _ body: [UInt8], of list: String, epoch: String, most: Int
    ) async throws(JournalError) -> NamingOutcome

    /// Removes a version of the list.
    ///
    /// - Returns: Whether there was one.
    func removeVersion(
        _ name: String, of list: String, epoch: String
    ) async throws(JournalError) -> Bool
}

/// Stores how far hooks were notified of lists.
package protocol HookCursorStore: Sendable {
    /// Reads how far a hook was notified of all lists of which the journal has a cursor; nil where the hook is
    /// new.
    func cursors(ofHook hook: String) async throws(JournalError) -> [HookCursor]?

    /// Reads how far a hook was notified of a list, which other servers may have told it; nil where there is no
    /// cursor.
    func cursor(
        ofHook hook: String, in list: String
    ) async throws(JournalError) -> HookCursor?

    /// Notes that there is a hook, which has these cursors.
    func beginHook(_ hook: String, at cursors: [HookCursor]) async throws(JournalError)

    /// Replaces cursors of a hook, each unless another server did so first; removes those that are empty.
    ///
    /// - Returns: What the journal has now of each, in the same order.
    func saveCursors(
        _ cursors: [HookCursor], ofHook hook: String
    ) async throws(JournalError) -> [SavedCursor]

    /// Forgets a hook with its cursors: one with its name is new then.
    func forgetHook(_ hook: String) async throws(JournalError)
}

/// What an engine without hooks need not implement.
extension HookCursorStore {
    package func cursors(
        ofHook hook: String
    ) async throws(JournalError) -> [HookCursor]? { nil }

    package func cursor(
        ofHook hook: String, in list: String
    ) async throws(JournalError) -> HookCursor? {
        try await cursors(ofHook: hook)?.first { $0.list == list }
    }

    package func beginHook(
        _ hook: String, at cursors: [HookCursor]
    ) async throws(JournalError) {}

    package func saveCursors(
        _ cursors: [HookCursor], ofHook hook: String
    ) async throws(JournalError) -> [SavedCursor] { cursors.map { SavedCursor($0, isOwn: true) } }

    package func forgetHook(_ hook: String) async throws(JournalError) {}
}
