public import ListEditing
import ListProtocol
import WebSocketTransport

/// A list that a ``ListClient`` keeps in step with its server.
///
/// For use from any task. Edits are applied to ``list`` at once, and take effect for the others once
/// the server has put them into its order.
public final class SharedList: OpenedList {
    /// The list's id.
    public let id: String
    /// The client that keeps it.
    public let client: ListClient

    init(id: String, client: ListClient) {
        self.id = id
        self.client = client
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

    // MARK: Editing

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
