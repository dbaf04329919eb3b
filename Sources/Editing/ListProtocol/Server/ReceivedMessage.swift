import JSON
import ListEditing

// Canonical equivalence: the server does not compare messages.
/// A message from a server, as a client reads it.
package enum ReceivedMessage: Hashable, Sendable {
    case welcome(Welcome)
    case renewed(Renewed)
    case opened(Opened)
    /// A snapshot, or a part of one.
    case snapshot(Snapshot, part: Int, parts: Int)
    case outline(Outline)
    case rows(RowsMessage)
    case checked(Checked)
    case found(Found)
    case catchup(ReceivedChanges)
    case changes(ReceivedChanges)
    case ack(Ack)
    case reject(ReceivedRefusal)
    case error(ReceivedRefusal)
    case head(Head)
    case presence(PresenceMessage)
    case closed(Closed)
    case lists(ListsMessage)
    case created(Created)
    case pong(Int?)
    /// A message of an unknown type, which clients ignore.
    case unknown(type: String)

    /// The list that the message is about; nil for messages about the session.
    package var list: ListID? {
        switch self {
        case .opened(let message): message.list
        case .snapshot(let message, _, _): message.list
        case .outline(let message): message.list
        case .rows(let message): message.list
        case .checked(let message): message.list
        case .found(let message): message.list
        case .catchup(let message), .changes(let message): message.list
        case .ack(let message): message.list
        case .reject(let message), .error(let message): message.list
        case .head(let message): message.list
        case .presence(let message): message.list
        case .closed(let message): message.list
        case .created(let message): message.list
        case .welcome, .renewed, .lists, .pong, .unknown: nil
        }
    }
}

// Canonical equivalence: the server does not compare messages.
/// The change sets of a `changes` or a `catchup`, as a client reads them.
package struct ReceivedChanges: Hashable, Sendable {
    package var list: ListID
    /// The epoch of the list; nil for `changes`.
    package var epoch: String?
    /// The revision before the first set; nil for `changes`.
    package var from: Int?
    /// The revision after the last set; nil for `changes`.
    package var revision: Int?
    /// The sets, in ascending order of revision.
    package var sets: [PublishedChange]
    /// The rows of each section after the last set; nil where the message has none.
    package var counts: [Int]?

    package init(
        list: ListID, epoch: String? = nil, from: Int? = nil, revision: Int? = nil,
        sets: [PublishedChange], counts: [Int]?
    ) {
        self.list = list
        self.epoch = epoch
        self.from = from
        self.revision = revision
        self.sets = sets
        self.counts = counts
    }
}

extension ReceivedChanges {
    init(members: Members) throws(DecodingProblem) {
        let values = try members.array("sets")
        var sets: [PublishedChange] = []
        sets.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do { sets.append(try PublishedChange(json: value)) } catch {
                throw error.within("sets[\(index)]")
            }
        }
        self.init(
            list: try members.list(), epoch: try members.string(ifPresent: "epoch"),
            from: try members.whole(ifPresent: "from"),
            revision: try members.whole(ifPresent: "revision"), sets: sets,
            counts: try members.array(ifPresent: "counts")?.compactMap(\.whole))
    }
}

// Canonical equivalence: the server does not compare messages.
/// A `reject` or an `error`, as a client reads it; the client may not know its code.
package struct ReceivedRefusal: Hashable, Sendable {
    package var code: String
    package var message: String
    package var list: ListID?
    package var id: Int?
    /// The number of the query that failed.
    package var n: Int?
    /// The index of the action in its edit.
    package var action: Int?
    /// Milliseconds until a retry, with `rateLimited`.
    package var retryAfter: Int?
    /// Whether the error ends the session.
    package var isFatal: Bool

    package init(
        code: String, message: String, list: ListID? = nil, id: Int? = nil, n: Int? = nil,
        action: Int? = nil, retryAfter: Int? = nil, isFatal: Bool = false
    ) {
        self.code = code
        self.message = message
        self.list = list
        self.id = id
        self.n = n
        self.action = action
        self.retryAfter = retryAfter
        self.isFatal = isFatal
    }
}

extension ReceivedRefusal {
    init(members: Members) throws(DecodingProblem) {
        let code = try members.string("code")
        self.init(
            code: code, message: try members.string(ifPresent: "message") ?? code,
            list: members["list"] == nil ? nil : try members.list(),
            id: try members.whole(ifPresent: "id"), n: try members.whole(ifPresent: "n"),
            action: try members.whole(ifPresent: "action"),
            retryAfter: try members.whole(ifPresent: "retryAfter"),
            isFatal: try members.bool(ifPresent: "fatal") ?? false)
    }
}
