package import JSON
package import ListEditing
import TextBytes

/// `ack`: an edit was accepted, and the session receives no change set for it.
package struct Ack: ServerMessage, Hashable {
    package var list: ListID
    package var id: Int
    /// The revision after the edit; nil where it is not remembered.
    package var revision: Int?
    package var outcome: AckOutcome

    package init(list: ListID, id: Int, revision: Int?, outcome: AckOutcome) {
        self.list = list
        self.id = id
        self.revision = revision
        self.outcome = outcome
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "ack")
            writer.member("list", list.text)
            writer.member("id", id)
            writer.member("revision", ifPresent: revision)
            switch outcome {
            case .applied(let ids, let clamps):
                writer.member("outcome", "applied")
                writer.name("ids")
                writer.array { writer in
                    for id in ids { writer.string(id) }
                }
                writer.clamps(clamps)
            case .noop(let clamps):
                writer.member("outcome", "noop")
                writer.clamps(clamps)
            case .duplicate(let applied):
                writer.member("outcome", "duplicate")
                writer.member("applied", ifPresent: applied)
            }
        }
    }
}

extension Ack {
    init(members: Members) throws(DecodingProblem) {
        let clamps = try members.each("clamped") { (clamp) throws(DecodingProblem) in
            try ValueReader.unbounded.clamp(clamp)
        }
        let outcome: AckOutcome
        switch TextKey(try members.string("outcome")) {
        case "applied":
            outcome = .applied(ids: try members.strings(ifPresent: "ids"), clamps: clamps)
        case "noop": outcome = .noop(clamps: clamps)
        case "duplicate": outcome = .duplicate(applied: try members.bool(ifPresent: "applied"))
        default: throw DecodingProblem("outcome", "is not one of the known values")
        }
        self.init(
            list: try members.list(), id: try members.whole("id"),
            revision: try members.whole(ifPresent: "revision"), outcome: outcome)
    }
}

// Canonical equivalence: the server does not compare messages.
/// The outcome of an edit whose change set the session does not receive.
package enum AckOutcome: Hashable, Sendable {
    /// The edit changed the list; `ids` are those that the server made, in the order of the actions.
    case applied(ids: [String], clamps: [Clamp])
    /// The edit was valid and changed nothing.
    case noop(clamps: [Clamp])
    /// The id was answered before; nil where the answer is no longer remembered.
    case duplicate(applied: Bool?)
}

/// `reject`: an edit was refused; nothing of it was applied.
package struct Reject: ServerMessage, Hashable {
    package var list: ListID
    package var id: Int
    package var rejection: Rejection
    /// Milliseconds until a retry, with `rateLimited`.
    package var retryAfter: Int?

    package init(list: ListID, id: Int, rejection: Rejection, retryAfter: Int? = nil) {
        self.list = list
        self.id = id
        self.rejection = rejection
        self.retryAfter = retryAfter
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "reject")
            writer.member("list", list.text)
            writer.member("id", id)
            writer.member("action", ifPresent: rejection.action)
            writer.member("code", rejection.code.rawValue)
            writer.member("message", rejection.message)
            writer.member("retryAfter", ifPresent: retryAfter)
        }
    }
}

/// The answer to an edit over HTTP that changed the list.
package struct EditResult: ServerMessage, Hashable {
    /// The encoded change set of the edit.
    package var sets: [[UInt8]]
    /// The rows of each section after the edit.
    package var counts: [Int]

    package init(sets: [[UInt8]], counts: [Int]) {
        self.sets = sets
        self.counts = counts
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.sets(sets, counts: counts)
        }
    }
}

extension RejectCode {
    /// The HTTP status of a rejected `POST /api/lists/ID/edits`.
    package var httpStatus: Int {
        switch self {
        case .badAction: 400
        case .forbidden, .editDisabled, .deleteDisabled, .moveDisabled, .insertDisabled: 403
        case .unknownList, .unknownRow, .unknownSection: 404
        case .conflict, .duplicateID, .staleBase, .sectionFull, .listFull, .nothingToUndo,
            .nothingToRedo:
            409
        case .tooLarge: 413
        case .rateLimited: 429
        case .unavailable: 503
        }
    }
}
