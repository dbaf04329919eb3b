public import ListEditing
import ListProtocol

/// A list that a ``ListClient`` has open: a ``SharedList``, or the rows of one, a ``WindowedList``.
///
/// For use from any task.
public protocol OpenedList: Sendable {
    /// The list's id.
    var id: String { get }
    /// The client that keeps it.
    var client: ListClient { get }
}

extension OpenedList {
    var key: ListID { ListID(id) }

    // MARK: The list

    /// The list's status.
    public var status: ListStatus {
        get async { await client.machine(of: key)?.status ?? .gone(code: "stopped") }
    }

    /// The number of edits that wait for their answers.
    public var waiting: Int {
        get async { await client.machine(of: key)?.pending.unanswered.count ?? 0 }
    }

    /// How often a message of the server did not fit the earlier ones; 0 with a sound server.
    package var mismatches: Int {
        get async { await client.machine(of: key)?.mismatches ?? 0 }
    }

    /// The other clients that have the list open, by name.
    public var participants: [Participant] {
        get async { await client.machine(of: key)?.participants ?? [] }
    }

    /// What happens to the list from now on, also to rows that are not held.
    public var events: ListEvents {
        get async { ListEvents(buffer: await client.subscribe(key)) }
    }

    /// Stops following the list; edits without an answer are abandoned, and reads end.
    public func close() async {
        await client.close(key)
    }

    // MARK: Editing

    /// Makes an edit: all of its actions, or none.
    ///
    /// It is applied to the list at once, as far as its rows are held; a place among rows that are not held is named
    /// by its index. It waits while the connection is lost. Inserts without an id are given one. Cancelling the task
    /// ends the wait and not the edit, which is still sent and may be applied.
    ///
    /// - Returns: what became of it.
    /// - Throws: `ListClientError.stopped`, `.tooManyPending`, and for a cancelled task `.cancelled`
    ///   where nothing was sent, else `.outcomeUnknown`; that too after ``ClientOptions/timeout``.
    @discardableResult
    public func edit(_ actions: [Action]) async throws(ListClientError) -> EditAnswer {
        try await client.submit(.edit(actions), to: key)
    }

    /// Reverts this client's last edit of the list that is not reverted yet.
    ///
    /// - Parameter skipping: whether the step is dropped unapplied: one that is refused stays, and bars those
    ///   before it.
    @discardableResult
    public func undo(skipping: Bool = false) async throws(ListClientError) -> EditAnswer {
        try await client.submit(.undo(skips: skipping), to: key)
    }

    /// Repeats the edit that was reverted last.
    ///
    /// - Parameter skipping: whether the step is dropped unapplied: one that is refused stays, and bars those
    ///   before it.
    @discardableResult
    public func redo(skipping: Bool = false) async throws(ListClientError) -> EditAnswer {
        try await client.submit(.redo(skips: skipping), to: key)
    }

    /// Makes the list again as it was at a revision that the server keeps: one edit, which can be reverted.
    ///
    /// Only for owners of the list, and where ``ListClient/features`` has `restore`. Refused as `staleBase`
    /// where the revision is no longer kept, or not there yet.
    @discardableResult
    public func restore(_ revision: Int) async throws(ListClientError) -> EditAnswer {
        try await client.submit(.restore(revision), to: key)
    }

    /// Sets what this client is doing, for the others to see.
    public func setPresence(_ presence: Presence) async {
        await client.setPresence(presence, in: key)
    }
}
