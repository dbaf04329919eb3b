public import ListEditing
import ListProtocol
import WebSocketTransport

/// A list that a ``ListClient`` keeps in step with its server.
///
/// From any task. Edits are applied here at once, to ``list``, and take effect for the others once the
/// server has put them into its order.
public final class SharedList: Sendable {
    /// The list's id.
    public let id: String
    /// The client that holds it.
    public let client: ListClient
    let key: ListID

    init(id: String, client: ListClient, list: ListID) {
        self.id = id
        self.client = client
        key = list
    }

    /// So many edits wait for the connection at most.
    static let maxPending = 10_000

    /// The list, with this client's own unanswered edits applied to it.
    ///
    /// Copying it costs O(1) here, and O(n) at the next change.
    public var list: EditableList {
        get async {
            await client.machine(of: key)?.list
                ?? EditableList(ListState(revision: 0, title: "", rules: Rules(), sections: []))
        }
    }

    /// The list as the server has it.
    public var confirmed: EditableList {
        get async {
            await client.machine(of: key)?.replica.list
                ?? EditableList(ListState(revision: 0, title: "", rules: Rules(), sections: []))
        }
    }

    /// How the list stands.
    public var status: ListStatus {
        get async { await client.machine(of: key)?.status ?? .gone(code: "stopped") }
    }

    /// How many edits wait for their answers.
    public var waiting: Int {
        get async { await client.machine(of: key)?.pending.unanswered.count ?? 0 }
    }

    /// How often what the server said did not fit what it had said before; 0 with a sound server.
    package var misfits: Int {
        get async { await client.machine(of: key)?.misfits ?? 0 }
    }

    /// Who else has the list open, by name.
    public var participants: [Participant] {
        get async { await client.machine(of: key)?.participants ?? [] }
    }

    /// What happens to the list from now on.
    public var events: ListEvents {
        get async { ListEvents(feed: await client.subscribe(key)) }
    }

    /// Makes an edit: all of its actions, or none.
    ///
    /// It waits as long as the connection is lost. Inserts without an id are given one. Cancelling the
    /// task ends the wait and not the edit, which is still sent and may be applied.
    ///
    /// - Returns: what became of it.
    /// - Throws: `ListClientError.stopped`, `.tooManyPending`, and for a cancelled task `.cancelled`
    ///   where nothing was sent, else `.outcomeUnknown`.
    @discardableResult
    public func edit(_ actions: [Action]) async throws(ListClientError) -> EditAnswer {
        try await client.submit(.edit(actions), to: key)
    }

    /// Takes back this client's last edit of the list that is not yet taken back.
    @discardableResult
    public func undo() async throws(ListClientError) -> EditAnswer {
        try await client.submit(.undo, to: key)
    }

    /// Repeats what was taken back last.
    @discardableResult
    public func redo() async throws(ListClientError) -> EditAnswer {
        try await client.submit(.redo, to: key)
    }

    /// Tells the others what this client is doing.
    public func show(_ presence: Presence) async {
        await client.show(presence, in: key)
    }

    /// Stops following the list; edits without an answer are given up.
    public func close() async {
        await client.close(key)
    }
}
