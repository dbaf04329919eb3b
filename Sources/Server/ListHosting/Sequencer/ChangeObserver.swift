package import ListJournal
package import ListProtocol

/// Is told of every change of every list, and passes it on to programs outside.
package protocol ChangeObserver: Sendable {
    /// A list has changed, was created or deleted; on the loop's thread.
    func note(_ list: ListID, revision: Int)

    /// A list is about to be deleted; returns once no crash makes the observer forget it.
    ///
    /// - Returns: False where that could not be saved.
    func willDelete(_ list: ListID, epoch: String) async -> Bool

    /// Looks what it was not told: at the start, and when another server is gone that was to tell of it.
    func compare(_ heads: @escaping AnnouncedLists)
}

/// Finds every list.
package typealias AnnouncedLists = @Sendable () async -> [AnnouncedList]

/// A list as it is stored, for a ``ChangeObserver``.
package struct AnnouncedList: Sendable {
    package let head: ListHead
    /// Whether this server is the one to tell of it.
    package let isOwn: Bool
}
