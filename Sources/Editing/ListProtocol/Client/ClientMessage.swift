package import JSON
import ListEditing
import TextBytes

// Canonical equivalence: the server does not compare messages.
/// A message from a client.
package enum ClientMessage: Hashable, Sendable {
    case hello(Hello)
    /// A newer token of the same user.
    case token(String)
    case open(OpenList)
    case close(ListID)
    case lists
    case create(CreateList)
    case delete(ListID)
    case edit(EditMessage)
    case undo(UndoMessage)
    case redo(UndoMessage)
    case restore(RestoreMessage)
    case presence(PresenceUpdate)
    case query(ListQuery)
    case admin(AdminRequest)
    /// With the number that the answer repeats, if any.
    case ping(Int?)
}

extension ClientMessage {
    /// The bytes of the message, as a client sends it.
    package var encoded: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Writes the message as one JSON object.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            switch self {
            case .hello(let hello):
                writer.member("type", "hello")
                writer.member("client", ifPresent: hello.client)
                writer.member("name", ifPresent: hello.name)
                writer.member("token", ifPresent: hello.token)
            case .token(let token):
                writer.member("type", "token")
                writer.member("token", token)
            case .open(let open):
                writer.member("type", "open")
                writer.member("list", open.list.text)
                writer.member("since", ifPresent: open.since)
                writer.member("epoch", ifPresent: open.epoch)
                if open.wantsAuthors { writer.member("authors", true) }
                if let window = open.window {
                    writer.name("window")
                    writer.object { window.writeMembers(to: &$0) }
                }
            case .close(let list): Self.write("close", list, to: &writer)
            case .delete(let list): Self.write("delete", list, to: &writer)
            case .lists: writer.member("type", "lists")
            case .create(let create):
                writer.member("type", "create")
                create.writeMembers(to: &writer)
            case .edit(let edit): edit.writeMembers(to: &writer)
            case .undo(let undo): Self.write("undo", undo, to: &writer)
            case .redo(let redo): Self.write("redo", redo, to: &writer)
            case .restore(let restore): restore.writeMembers(to: &writer)
            case .presence(let update):
                Self.write("presence", update.list, to: &writer)
                update.state.writeMembers(to: &writer)
            case .query(let query): query.writeMembers(to: &writer)
            case .admin(let request): request.writeMembers(to: &writer)
            case .ping(let n):
                writer.member("type", "ping")
                writer.member("n", ifPresent: n)
            }
        }
    }

    private static func write(_ type: String, _ list: ListID, to writer: inout JSONWriter) {
        writer.member("type", type)
        writer.member("list", list.text)
    }

    private static func write(_ type: String, _ undo: UndoMessage, to writer: inout JSONWriter) {
        write(type, undo.list, to: &writer)
        writer.member("id", undo.id)
        writer.member("epoch", ifPresent: undo.epoch)
        if undo.skips { writer.member("skip", true) }
    }
}

/// Reads one message of a frame.
enum MessageReader {
    /// Reads a message.
    ///
    /// - Throws: a `DecodingProblem` that refuses the whole frame, where the envelope is malformed
    ///   or a number is outside the JSON limits.
    static func read(
        _ value: JSONValue, limits: ProtocolLimits
    ) throws(DecodingProblem) -> DecodedMessage {
        guard case .object(let object) = value else {
            throw DecodingProblem("", "a message must be an object")
        }
        let members = Members(object)
        let type = try members.string("type")
        // Canonical equivalence: a word has at most 32 bytes.
        switch type.word {
        case "edit":
            return .message(.edit(try EditMessage(members: members, limits: limits)))
        case "undo": return .message(.undo(try UndoMessage(members: members)))
        case "redo": return .message(.redo(try UndoMessage(members: members)))
        case "restore": return .message(.restore(try RestoreMessage(members: members)))
        case "presence":
            let list = try members.list()
            return try content(or: .badMessage, list) { () throws(DecodingProblem) in
                .presence(
                    PresenceUpdate(list: list, state: try PresenceState(members: members)))
            }
        case "ping": return .message(.ping(try members.whole(ifPresent: "n")))
        case "open":
            var open = try OpenList(members: members)
            return try content(or: .badMessage, open.list) { () throws(DecodingProblem) in
                open.wantsAuthors = try members.bool(ifPresent: "authors") ?? false
                open.window = try members.inside(ifPresent: "window") {
                    (window)
                        throws(DecodingProblem) in
                    try ListWindow(members: window, limits: limits)
                }
                return .open(open)
            }
        case "rows", "check", "find":
            let list = try members.list()
            return try content(or: .badMessage, list, n: members["n"]?.whole) {
                () throws(DecodingProblem) in
                .query(
                    try ListQuery(type: type, list: list, members: members, limits: limits))
            }
        case "admin":
            return try content(or: .badMessage, nil, n: members["n"]?.whole) {
                () throws(DecodingProblem) in .admin(try AdminRequest(members: members))
            }
        case "close": return .message(.close(try members.list()))
        case "lists": return .message(.lists)
        case "create":
            let list = try members.list()
            return try content(or: .badMessage, list) { () throws(DecodingProblem) in
                .create(try CreateList(members: members, limits: limits))
            }
        case "delete": return .message(.delete(try members.list()))
        case "hello":
            return try content(or: .badHello, nil) { () throws(DecodingProblem) in
                .hello(try Hello(members: members, limits: limits))
            }
        case "token":
            return try content(or: .badMessage, nil) { () throws(DecodingProblem) in
                .token(try members.string("token"))
            }
        default:
            return .problem(
                ErrorMessage(
                    .unknownType, "unknown type: " + shortened(type),
                    list: readableList(members), id: members["id"]?.whole))
        }
    }

    /// The beginning of a text that a client sent, to be told in an answer.
    private static func shortened(_ text: String) -> String {
        text.utf8.count <= 40 ? text : String(text.prefix(40)) + "…"
    }

    /// Reads the members beyond the envelope, whose errors refuse only their message.
    private static func content(
        or code: ErrorCode, _ list: ListID?, n: Int? = nil,
        _ read: () throws(DecodingProblem) -> ClientMessage
    ) throws(DecodingProblem) -> DecodedMessage {
        do throws(DecodingProblem) {
            return .message(try read())
        } catch {
            guard error.kind != .outsideLimits else { throw error }
            return .problem(ErrorMessage(code, error.message, list: list, n: n))
        }
    }

    private static func readableList(_ members: Members) -> ListID? {
        members["list"]?.string.flatMap(ListID.init(checking:))
    }
}

// Canonical equivalence: the server does not compare messages.
/// `hello`: the first message of a session, which tells who the client is.
package struct Hello: Hashable, Sendable {
    /// The client's secret key; nil where the server makes one.
    package var client: String?
    package var name: String?
    package var token: String?

    package init(client: String?, name: String?, token: String?) {
        self.client = client
        self.name = name
        self.token = token
    }

    init(members: Members, limits: ProtocolLimits) throws(DecodingProblem) {
        client = try members.identifier(ifPresent: "client")
        name = try ValueReader(limits: limits).title(ifPresentIn: members, named: "name")
        token = try members.string(ifPresent: "token")
    }
}

// Canonical equivalence: the server does not compare messages.
/// `open`: subscribes to a list.
package struct OpenList: Hashable, Sendable {
    package var list: ListID
    /// The revision that the client has.
    package var since: Int?
    /// The epoch that `since` belongs to.
    package var epoch: String?
    /// What the client is sent of the list; nil: all of it.
    package var window: ListWindow?
    /// Whether the rows that it is sent tell who changed them.
    package var wantsAuthors = false

    package init(
        list: ListID, since: Int? = nil, epoch: String? = nil, window: ListWindow? = nil,
        wantsAuthors: Bool = false
    ) {
        self.list = list
        self.since = since
        self.epoch = epoch
        self.window = window
        self.wantsAuthors = wantsAuthors
    }

    /// Reads the envelope, of which neither the window nor `authors` is a part.
    init(members: Members) throws(DecodingProblem) {
        list = try members.list()
        since = try members.whole(ifPresent: "since", atLeast: 0)
        epoch = try members.string(ifPresent: "epoch")
    }
}
