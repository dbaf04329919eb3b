import ListEditing
import ListProtocol

@testable import ListClient

/// A list machine, and the messages and edits that tests give it.
enum Given {
    static let list = ListID("a")
    static let me = ClientID("me")
    static let session: ListSession = {
        var limits = ProtocolLimits()
        limits.inFlight = 2
        return ListSession(me: me, limits: limits)
    }()

    /// A list at revision 5 with rows r1 and r2, read by a client that may have two edits in flight.
    static func live() -> ListMachine {
        var machine = ListMachine(list)
        _ = machine.began(session, at: 0)
        _ = machine.received(opened(lastId: 0))
        _ = machine.received(snapshot(revision: 5, rows: ["r1", "r2"]))
        return machine
    }

    /// The answer to `open`.
    static func opened(lastId: Int) -> ReceivedMessage {
        .opened(Opened(list: list, epoch: "e", revision: 5, lastId: lastId, role: .owner))
    }

    /// A snapshot of one section with these rows.
    static func snapshot(revision: Int, rows: [String]) -> ReceivedMessage {
        let section = SectionState(
            id: SectionID("s"), title: "S", rows: rows.map { Row(id: RowID($0)) })
        let state = ListState(revision: revision, title: "A", rules: Rules(), sections: [section])
        return .snapshot(Snapshot(list: list, epoch: "e", state: state), part: 0, parts: 1)
    }

    /// A change set that inserts one row.
    static func inserted(
        _ row: String, at index: Int, revision: Int, client: ClientID = ClientID("other"),
        editID: Int = 1
    ) -> PublishedChange {
        var changes = ChangeSet()
        changes.insertedRows = [
            RowInsertion(
                row: RowID(row), at: IndexPath(section: 0, row: index), fields: Fields(),
                rules: RowRules())
        ]
        return PublishedChange(
            revision: revision, at: 0, client: client, intent: editID, changes: changes)
    }

    /// A message with these change sets.
    static func changes(_ sets: [PublishedChange], counts: [Int]) -> ReceivedMessage {
        .changes(ReceivedChanges(list: list, sets: sets, counts: counts))
    }

    /// An edit that inserts one row at the end.
    static func insertion(_ row: String) -> PendingEdit.Content {
        .edit([
            .insertRow(
                row: RowID(row), fields: Fields(), rules: RowRules(), to: .end(SectionID("s")))
        ])
    }

    /// The ids of the rows, with unanswered edits applied.
    static func rows(_ machine: ListMachine) -> [String] {
        machine.list?.rows.map(\.id.text) ?? []
    }

    /// The messages that the actions send.
    static func sent(_ actions: [ListAction]) -> [ClientMessage] {
        actions.compactMap { if case .send(let message) = $0 { message } else { nil } }
    }

    /// The ids of the edits that the actions send.
    static func ids(_ actions: [ListAction]) -> [Int] {
        sent(actions).compactMap { if case .edit(let edit) = $0 { edit.id } else { nil } }
    }

    /// The answers among the actions, by edit.
    static func answers(_ actions: [ListAction]) -> [Int: EditAnswer] {
        var answers: [Int: EditAnswer] = [:]
        for case .answer(let id, let answer) in actions { answers[id] = answer }
        return answers
    }
}

extension ListMachine {
    /// Handles a message at time 0, where the time does not matter.
    mutating func received(_ message: ReceivedMessage) -> [ListAction] { received(message, at: 0) }
}
