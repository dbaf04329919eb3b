package import ListEditing
package import ListProtocol

/// An edit, undo, redo or restore on its way to the sequencer.
///
/// Shared, since it is handed on from step to step as it is.
package final class EditRequest: Sendable {
    package enum Intent: Sendable {
        /// With the ids that the server made for it, in order of its actions.
        case edit(Edit, named: [String])
        /// `skips`: the step is dropped unapplied.
        case undo(skips: Bool)
        case redo(skips: Bool)
        /// As of a revision.
        case restore(Int)
        /// Malformed inside an action: sequenced all the same, so that its id counts as answered.
        case malformed(Rejection)
    }

    package let author: Author
    package let id: Int
    package let epoch: String?
    package let intent: Intent
    package let submitter: any EditSubmitter
    /// Whether its session has sent this id, or a higher one, before.
    package let isRepeated: Bool
    /// Whether no earlier connection of its client can have sent it, to this or another server.
    package let isCertainlyNew: Bool
    /// Whether another server was asked to apply it, and may have done so, or may still do so.
    package let isInDoubt: Bool
    /// When it arrived, in seconds of the loop; 0 where its latency is not measured.
    package let arrived: Double

    /// The number of the newest record that the server knew which forwarded it; nil: it came to this server.
    ///
    /// It is not applied after a newer record of others: the server that forwarded it may have gone on.
    package let forwardedAfter: Int64?

    /// The revision that its places count in, where it names one.
    package let base: Int?

    private init(
        _ intent: Intent, id: Int, epoch: String?, base: Int?, author: Author,
        submitter: any EditSubmitter, isRepeated: Bool, isCertainlyNew: Bool,
        isInDoubt: Bool = false, arrived: Double, forwardedAfter: Int64?
    ) {
        self.isInDoubt = isInDoubt
        self.intent = intent
        self.id = id
        self.epoch = epoch
        self.base = base
        self.author = author
        self.submitter = submitter
        self.isRepeated = isRepeated
        self.isCertainlyNew = isCertainlyNew
        self.arrived = arrived
        self.forwardedAfter = forwardedAfter
    }

    /// An `edit` message, its inserts named.
    ///
    /// - Parameter makeID: Makes the ids of rows and sections that the edit does not name.
    package convenience init(
        _ message: EditMessage, author: Author, submitter: any EditSubmitter,
        isRepeated: Bool = false, isCertainlyNew: Bool = true, arrived: Double = 0,
        forwardedAfter: Int64? = nil, makeID: () -> String = { RandomID.make() }
    ) {
        let (intent, base): (Intent, Int?) =
            switch message.edit {
            case .success(let edit): Self.named(edit, makeID)
            case .failure(let rejection): (.malformed(rejection), nil)
            }
        self.init(
            intent, id: message.id, epoch: message.epoch, base: base, author: author,
            submitter: submitter, isRepeated: isRepeated, isCertainlyNew: isCertainlyNew,
            arrived: arrived, forwardedAfter: forwardedAfter)
    }

    private static func named(_ edit: Edit, _ makeID: () -> String) -> (Intent, Int?) {
        var edit = edit
        let named = edit.nameInserts(makeID)
        return (.edit(edit, named: named), edit.base)
    }

    /// An `undo` or `redo` message.
    package convenience init(
        _ message: UndoMessage, redo: Bool, author: Author, submitter: any EditSubmitter,
        isRepeated: Bool = false, isCertainlyNew: Bool = true, arrived: Double = 0,
        forwardedAfter: Int64? = nil
    ) {
        self.init(
            redo ? .redo(skips: message.skips) : .undo(skips: message.skips), id: message.id,
            epoch: message.epoch, base: nil, author: author,
            submitter: submitter, isRepeated: isRepeated, isCertainlyNew: isCertainlyNew,
            arrived: arrived, forwardedAfter: forwardedAfter)
    }

    /// A `restore` message.
    package convenience init(
        _ message: RestoreMessage, author: Author, submitter: any EditSubmitter,
        isRepeated: Bool = false, isCertainlyNew: Bool = true, arrived: Double = 0,
        forwardedAfter: Int64? = nil
    ) {
        self.init(
            .restore(message.revision), id: message.id, epoch: message.epoch, base: nil,
            author: author, submitter: submitter, isRepeated: isRepeated,
            isCertainlyNew: isCertainlyNew, arrived: arrived, forwardedAfter: forwardedAfter)
    }

    /// The same edit, of which another server may apply a copy.
    package func inDoubt() -> EditRequest {
        EditRequest(
            intent, id: id, epoch: epoch, base: base, author: author, submitter: submitter,
            isRepeated: isRepeated, isCertainlyNew: isCertainlyNew, isInDoubt: true,
            arrived: arrived, forwardedAfter: forwardedAfter)
    }

    /// The same edit, which is sequenced to be answered with a rejection.
    package func rejected(_ rejection: Rejection) -> EditRequest {
        EditRequest(
            .malformed(rejection), id: id, epoch: epoch, base: nil, author: author,
            submitter: submitter, isRepeated: isRepeated, isCertainlyNew: isCertainlyNew,
            arrived: arrived, forwardedAfter: forwardedAfter)
    }
}

/// Who sends an edit.
///
/// Shared by the edits that a session sends to a list.
package final class Author: Sendable {
    /// The client and user, as the rows that the author changes name them.
    let rowAuthor: RowAuthor
    /// The name given in `hello`.
    package let name: String?
    package let role: Role
    /// False for a key that was made for one HTTP edit: the list keeps nothing about it.
    package let isRemembered: Bool

    /// - Parameter user: where authentication is on.
    package init(
        client: ClientID, name: String? = nil, user: String? = nil, role: Role = .owner,
        isRemembered: Bool = true
    ) {
        rowAuthor = RowAuthor(client: client, user: user)
        self.name = name
        self.role = role
        self.isRemembered = isRemembered
    }

    package var client: ClientID { rowAuthor.client }

    /// Who it is where authentication is on.
    package var user: String? { rowAuthor.user }

    /// Whether an answer is stored with the list: nothing that a viewer sends makes the journal
    /// write.
    var leavesTrace: Bool { isRemembered && role != .viewer }
}

/// The receiver of an edit's answer: a session, or an HTTP request.
///
/// Called once for each edit, on the loop's thread: when the answer is durable, or, where the edit is
/// refused unseen, at once, which may be before it was handed to a list.
package protocol EditSubmitter: Sendable {
    /// The id of the session's connection, by which subscribers are known; nil: it has none. On the loop's thread.
    var connectionID: UInt64? { get }

    /// - Parameters:
    ///   - counts: Rows of each section after the edit.
    ///   - isDelivered: True where this session has been sent the set and needs no other answer.
    func answered(_ edit: AnsweredEdit, in list: ListID, counts: [Int], isDelivered: Bool)

    /// The edit is not answered now, since its outcome is not known; it is its client's to send again.
    func leftUnanswered(id: Int, list: ListID)

    /// The edit, which another server forwarded, is not applied here, now or later.
    func declined(id: Int, list: ListID)
}

extension EditSubmitter {
    package var connectionID: UInt64? { nil }

    /// Only forwarded edits are declined.
    package func declined(id: Int, list: ListID) { leftUnanswered(id: id, list: list) }
}

/// An edit with its outcome.
package struct AnsweredEdit: Sendable {
    package let request: EditRequest
    package let outcome: EditOutcome
    /// The change set that it made, encoded; nil: it changed nothing.
    package var set: [UInt8]?

    package var id: Int { request.id }

    package init(_ request: EditRequest, _ outcome: EditOutcome, set: [UInt8]? = nil) {
        self.request = request
        self.outcome = outcome
        self.set = set
    }
}

// Canonical equivalence: tests alone compare them.
/// What became of an edit.
///
/// It is sent only once it is durable.
package enum EditOutcome: Hashable, Sendable {
    /// It changed the list; `ids` are those that the server named.
    case applied(revision: Int, ids: [String], clamps: [Clamp])
    /// Valid, and nothing to change.
    case noop(revision: Int, clamps: [Clamp])
    /// Its id was answered before; `applied` is nil where that is no longer remembered.
    case duplicate(revision: Int, applied: Bool?)
    case rejected(Rejection)
}
