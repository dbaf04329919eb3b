import JSON
package import ListDocument
import ListEditing
package import ListJournal
package import ListProtocol
import TextBytes

/// Edits of one list that a server hands to the one that wrote the list last, to be applied there.
///
/// As a message of the bus: a line of JSON about the batch, a line feed, and the edits as a client would
/// send them in a frame.
package struct ForwardedBatch: Sendable {
    /// Edits and bytes after which a batch takes no further edit, so that reading it is no long turn.
    static let mostEdits = 128
    package static let mostBytes = 65_536
    /// Bytes of the longest edit that is forwarded: reading it is no longer turn than a session's frame.
    static let longestEdit = 262_144
    /// Seconds after which a batch is answered as far as it is applied: one edit may take long.
    package static let partSeconds = 0.5
    /// Seconds for which the other server's answer is waited for.
    package static let seconds = 1.0

    /// The server that sends it.
    package let server: String
    package let list: ListID
    package let epoch: String
    /// Rises with each batch of the server and the list.
    package let number: Int
    /// The newest record that the sender knows; of a batch that has come, only its number.
    package let after: JournalPosition
    package private(set) var requests: [EditRequest] = []
    private var edits: [[UInt8]] = []
    private var bytes = 0

    package init(server: String, list: ListID, epoch: String, number: Int, after: JournalPosition) {
        self.server = server
        self.list = list
        self.epoch = epoch
        self.number = number
        self.after = after
    }

    /// The subject on which a server receives batches.
    package static func subject(of server: String) -> String { "edit.\(server)" }

    /// The number of the newest record that the sender knows.
    package var newest: Int64 { after.token }

    package var isFull: Bool { requests.count >= Self.mostEdits || bytes >= Self.mostBytes }

    /// - Returns: False where the edit is too long.
    package mutating func add(_ request: EditRequest) -> Bool {
        let edit = request.message(to: list).encoded
        guard edit.count <= Self.longestEdit else { return false }
        requests.append(request)
        edits.append(edit)
        bytes += edit.count
        return true
    }
}

// MARK: On the bus

extension ForwardedBatch {
    package static let maximumBytes = 1_048_576

    package var encoded: [UInt8] {
        var (authors, places): ([Author], [ObjectIdentifier: Int]) = ([], [:])
        for author in requests.map(\.author) where places[ObjectIdentifier(author)] == nil {
            places[ObjectIdentifier(author)] = authors.count
            authors.append(author)
        }
        var writer = JSONWriter(capacity: 256 + 32 * requests.count)
        writer.object { writer in
            writer.member("server", server)
            writer.member("list", list.text)
            writer.member("epoch", epoch)
            writer.member("number", number)
            writer.member("newest", Int(newest))
            writer.name("authors" as StaticString)
            writer.array { writer in
                for author in authors { author.write(to: &writer) }
            }
            writer.name("edits" as StaticString)
            writer.array { writer in
                for request in requests {
                    writer.object { writer in
                        writer.member("by", places[ObjectIdentifier(request.author)] ?? 0)
                        // A session has the list open, and is sent its sets.
                        if request.submitter.connectionID == nil { writer.member("set", true) }
                        guard case .malformed(let rejection) = request.intent else { return }
                        writer.member("code", rejection.code.rawValue)
                        writer.member("message", rejection.message)
                        writer.member("action", ifPresent: rejection.action)
                    }
                }
            }
        }
        return BusLines(writer.bytes, ServerFrame.joined(edits)).bytes
    }

    /// Nil: this is no such message.
    ///
    /// - Parameters:
    ///   - arrived: when it came, in seconds of the loop.
    ///   - submitter: makes the receiver of the answer to the edit with this index; `wantsSet`: the answer
    ///     is wanted with the set.
    package init?(
        _ bytes: [UInt8], limits: ProtocolLimits, arrived: Double,
        submitter: (_ index: Int, _ wantsSet: Bool) -> any EditSubmitter
    ) {
        guard bytes.count <= Self.maximumBytes, let lines = BusLines(bytes),
            let header = (try? JSONReader.read(lines.first))?.object,
            let server = ServerID.read(header["server"]),
            let list = header["list"]?.string.flatMap(ListID.init(checking:)),
            let epoch = header["epoch"]?.string, let number = header["number"]?.whole,
            let newest = header["newest"]?.whole, let authors = header["authors"]?.array,
            let edits = header["edits"]?.array,
            case .messages(let messages) = ClientFrame.decode(lines.second, limits: limits),
            messages.count == edits.count
        else { return nil }
        self.init(
            server: server, list: list, epoch: epoch, number: number,
            after: JournalPosition(revision: 0, token: Int64(newest)))
        let known = authors.compactMap(Author.init(read:))
        // An author left out would give its edits to the next, with the role of that one.
        guard known.count == authors.count else { return nil }
        for (index, (edit, message)) in zip(edits, messages).enumerated() {
            let wantsSet = edit.object?["set"] == .bool(true)
            guard let by = edit.object?["by"]?.whole, known.indices.contains(by),
                case .message(let message) = message,
                let request = EditRequest(
                    forwarded: message, Rejection(read: edit), author: known[by],
                    submitter: submitter(index, wantsSet), after: self.newest, arrived: arrived)
            else { return nil }
            requests.append(request)
        }
    }
}

extension Author {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("client", client.text)
            writer.member("user", ifPresent: user)
            writer.member("name", ifPresent: name)
            writer.member("role", role.rawValue)
            writer.member("remembered", isRemembered)
        }
    }

    fileprivate convenience init?(read value: JSONValue) {
        guard let object = value.object, let client = object["client"]?.string,
            let role = object["role"]?.string.flatMap({ Role(word: $0) }),
            case .bool(let isRemembered) = object["remembered"]
        else { return nil }
        self.init(
            client: ClientID(client), name: object["name"]?.string,
            user: object["user"]?.string, role: role, isRemembered: isRemembered)
    }
}

extension Rejection {
    /// Nil: the edit is not malformed.
    fileprivate init?(read value: JSONValue) {
        guard let object = value.object,
            let code = object["code"]?.string.flatMap(RejectCode.init)
        else { return nil }
        self.init(code, action: object["action"]?.whole, message: object["message"]?.string ?? "")
    }
}

extension EditRequest {
    /// The message that asks for it; its inserts are named, and of one that is malformed there are no actions.
    fileprivate func message(to list: ListID) -> ClientMessage {
        let edit: Result<Edit, Rejection>
        switch intent {
        case .undo(let skips):
            return .undo(UndoMessage(list: list, id: id, epoch: epoch, skips: skips))
        case .redo(let skips):
            return .redo(UndoMessage(list: list, id: id, epoch: epoch, skips: skips))
        case .restore(let revision):
            return .restore(
                RestoreMessage(list: list, id: id, revision: revision, epoch: epoch))
        case .edit(let named, _): edit = .success(named)
        case .malformed(let rejection): edit = .failure(rejection)
        }
        return .edit(EditMessage(list: list, id: id, base: base, epoch: epoch, edit: edit))
    }

    /// An edit that another server forwards; nil: the message is no edit.
    fileprivate convenience init?(
        forwarded message: ClientMessage, _ malformed: Rejection?, author: Author,
        submitter: any EditSubmitter, after newest: Int64, arrived: Double
    ) {
        switch message {
        case .edit(var message):
            if let malformed { message.edit = .failure(malformed) }
            self.init(
                message, author: author, submitter: submitter, isCertainlyNew: false,
                arrived: arrived, forwardedAfter: newest)
        case .undo(let undo):
            self.init(
                undo, redo: false, author: author, submitter: submitter, isCertainlyNew: false,
                arrived: arrived, forwardedAfter: newest)
        case .redo(let undo):
            self.init(
                undo, redo: true, author: author, submitter: submitter, isCertainlyNew: false,
                arrived: arrived, forwardedAfter: newest)
        case .restore(let restore):
            self.init(
                restore, author: author, submitter: submitter, isCertainlyNew: false,
                arrived: arrived, forwardedAfter: newest)
        default: return nil
        }
    }
}
