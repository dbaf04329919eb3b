public import ListEditing
import ListProtocol
import WebSocketTransport

/// A list that a ``ListClient`` keeps in step with its server.
///
/// For use from any task. Edits are applied to ``list`` at once, and take effect for the others once
/// the server has put them into its order.
public final class SharedList: Sendable {
    /// The list's id.
    public let id: String
    /// The client that keeps it.
    public let client: ListClient
    private let key: ListID

    init(id: String, client: ListClient, list: ListID) {
        self.id = id
        self.client = client
        key = list
    }

    /// The number of edits that wait for the connection at most.
    static let maxPending = 10_000

    // MARK: The list

    /// The list, with this client's own unanswered edits applied.
    ///
    /// Copying it costs O(1) here, and O(n) at the next change.
    public var list: EditableList {
        get async {
            await kept
                ?? EditableList(ListState(revision: 0, title: "", rules: Rules(), sections: []))
        }
    }

    /// The same; nil where the client keeps it no more.
    var kept: EditableList? {
        get async { await client.machine(of: key)?.list }
    }

    /// The list as the server has it.
    public var confirmed: EditableList {
        get async {
            await client.machine(of: key)?.replica.list
                ?? EditableList(ListState(revision: 0, title: "", rules: Rules(), sections: []))
        }
    }

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

    /// What happens to the list from now on.
    public var events: ListEvents {
        get async { ListEvents(buffer: await client.subscribe(key)) }
    }

    /// Stops following the list; edits without an answer are abandoned.
    public func close() async {
        await client.close(key)
    }

    // MARK: Editing

    /// Makes an edit: all of its actions, or none.
    ///
    /// It waits while the connection is lost. Inserts without an id are given one. Cancelling the task
    /// ends the wait and not the edit, which is still sent and may be applied.
    ///
    /// - Returns: what became of it.
    /// - Throws: `ListClientError.stopped`, `.tooManyPending`, and for a cancelled task `.cancelled`
    ///   where nothing was sent, else `.outcomeUnknown`; that too after ``ClientOptions/timeout``.
    @discardableResult
    public func edit(_ actions: [Action]) async throws(ListClientError) -> EditAnswer {
        try await client.submit(.edit(actions), to: key)
    }

    /// Makes an edit without waiting for its answer, which comes as ``ListEvent/answered(id:_:)``.
    ///
    /// With ``ClientOptions/edits`` it is in the file when this returns, and so is made whatever happens to
    /// this process.
    ///
    /// - Returns: the edit's id; nil where it cannot be sent, with the reason.
    /// - Throws: as ``edit(_:)``, and `.badFile`.
    public func post(
        _ actions: [Action]
    ) async throws(ListClientError) -> Result<Int, EditRefusal> {
        try await client.post(.edit(actions), to: key)
    }

    /// Likewise an undo, a redo or a restore.
    package func post(
        _ content: PostedChange
    ) async throws(ListClientError) -> Result<Int, EditRefusal> {
        switch content {
        case .undo(let skips): try await client.post(.undo(skips: skips), to: key)
        case .redo(let skips): try await client.post(.redo(skips: skips), to: key)
        case .restore(let revision): try await client.post(.restore(revision), to: key)
        }
    }

    /// What a client asks for that is not made of actions.
    package enum PostedChange: Sendable {
        case undo(skips: Bool = false)
        case redo(skips: Bool = false)
        case restore(Int)
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

    // MARK: Common edits

    /// Adds a row with this title, at the end of a section.
    ///
    /// - Parameter section: nil for the last one.
    @discardableResult
    public func add(
        _ title: String, to section: SectionID? = nil
    ) async throws(ListClientError) -> EditAnswer {
        let fields = Fields([Field(name: "title", value: .string(title))])
        return try await edit([
            .insertRow(
                row: nil, fields: fields, rules: RowRules(),
                to: section.map { .end($0) } ?? .unspecified)
        ])
    }

    /// Sets one field of a row; nil removes it.
    @discardableResult
    public func set(
        _ field: String, of row: RowID, to value: FieldValue?
    ) async throws(ListClientError) -> EditAnswer {
        try await edit([
            .updateRow(
                row: row, fields: [FieldChange(name: field, value: value)],
                rules: RowRulesChange(), ifRevision: nil)
        ])
    }

    /// Moves a row.
    @discardableResult
    public func move(
        _ row: RowID, to target: RowTarget
    ) async throws(ListClientError) -> EditAnswer {
        try await edit([.moveRow(row, to: target)])
    }

    /// Deletes all rows that fulfil a condition, of all sections, in one edit.
    @discardableResult
    public func delete(
        where condition: (Row) -> Bool
    ) async throws(ListClientError) -> EditAnswer {
        let rows = await list.rows.filter(condition).map(\.id)
        guard !rows.isEmpty else { return .noop(clamped: []) }
        return try await edit([.deleteRows(rows)])
    }
}
