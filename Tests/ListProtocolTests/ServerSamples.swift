import JSON
import ListEditing
import ListProtocol

/// The messages that `server-frames.json` shows, by their names there.
enum ServerSamples {
    static let list = ListID("groceries")
    static let ana = ClientID("5e0c71a9d2f4b21907c3e8aa")
    static let ben = ClientID("b21907c3e8aa5e0c71a9d2f4")

    static let all: [String: [UInt8]] = session.merging(editing) { first, _ in first }
        .merging(sets) { first, _ in first }

    private static let session: [String: [UInt8]] = [
        "welcome": Welcome(
            server: "lockstep/0.1.0", client: ana, user: "ana", limits: Limits(),
            time: 1_763_700_000_123
        ).encoded,
        "welcome without authentication": Welcome(
            server: "lockstep/0.1.0", client: ana, limits: Limits(), time: 1_763_700_000_123
        ).encoded,
        "opened": Opened(list: list, epoch: "e7c1", revision: 57, lastId: 17, role: .editor)
            .encoded,
        "snapshot": snapshot.encoded,
        "snapshot in parts": ServerFrame.joined(snapshot.parts(targetBytes: 1)),
        "error": ErrorMessage(.notJSON, "a value expected at byte 0").encoded,
        "error about an edit": ErrorMessage(
            .badMessage, "base must be a whole number", list: list, id: 17
        ).encoded,
        "error about a list that cannot be read": ErrorMessage(
            .unavailable, "the list cannot be read now", list: list
        ).encoded,
        "closed": Closed(list: list, code: "deleted").encoded,
        "created": Created(list: ListID("trip"), epoch: "e7c1", revision: 0).encoded,
        "lists": ListsMessage(lists: [
            ListSummary(list: list, title: "Groceries", revision: 57, rows: 12, clients: 3),
            ListSummary(list: ListID("trip"), title: "Trip", revision: 0, rows: 0, clients: 0),
        ]).encoded,
        "lists of nothing": ListsMessage(lists: []).encoded,
        "head": Head(list: list, revision: 58, digest: 0x5b1f_0c3e).encoded,
        "head with a small digest": Head(list: list, revision: 58, digest: 10).encoded,
        "presence": PresenceMessage(
            list: list,
            clients: [
                PresentClient(
                    client: ana, name: "Ana",
                    state: PresenceState(
                        mode: .active, selected: [RowID("r1"), RowID("r4")],
                        dragging: RowID("r4"),
                        editing: EditedField(row: RowID("r1"), field: "title")))
            ], left: [ben]
        ).encoded,
        "pong": Pong(n: 7).encoded,
        "pong to a ping without a number": Pong(n: nil).encoded,
    ]

    private static let editing: [String: [UInt8]] = [
        "ack applied": ack(.applied(ids: ["r31"], clamps: [])),
        "ack noop": ack(.noop(clamps: [clamp])),
        "ack noop with nothing clamped": ack(.noop(clamps: [])),
        "ack duplicate, applied": ack(.duplicate(applied: true)),
        "ack duplicate, not applied": ack(.duplicate(applied: false)),
        "ack duplicate, not remembered": ack(.duplicate(applied: nil), revision: nil),
        "reject": Reject(
            list: list, id: 17,
            rejection: Rejection(.moveDisabled, action: 0, message: "row r1 cannot be moved")
        ).encoded,
        "reject of a whole edit": Reject(
            list: list, id: 17,
            rejection: Rejection(.rateLimited, action: nil, message: "too many"), retryAfter: 250
        ).encoded,
        "changes": Changes(
            list: list, sets: [moved.encoded, deleted.encoded], counts: [5, 6]
        ).encoded,
        "catchup": Catchup(
            list: list, epoch: "e7c1", from: 58, revision: 59, sets: [deleted.encoded],
            counts: [5, 6]
        ).encoded,
        "catchup of nothing": Catchup(
            list: list, epoch: "e7c1", from: 59, revision: 59, sets: [], counts: []
        ).encoded,
        "catchup over HTTP": Catchup(
            list: list, epoch: "e7c1", from: 59, revision: 59, sets: [], counts: [5, 6],
            clients: [(ana, "Ana \"A\"")]
        ).encoded,
        "the result of an edit over HTTP": EditResult(sets: [deleted.encoded], counts: [5, 6])
            .encoded,
    ]

    private static func ack(_ outcome: AckOutcome, revision: Int? = 58) -> [UInt8] {
        Ack(list: list, id: 17, revision: revision, outcome: outcome).encoded
    }
}
