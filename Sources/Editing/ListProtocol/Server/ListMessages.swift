package import JSON

// Canonical equivalence: the server does not compare messages.
/// `opened`: the list is open; a snapshot or a catchup follows.
package struct Opened: ServerMessage, Hashable {
    package var list: ListID
    package var epoch: String
    package var revision: Int
    /// The highest edit id of this client that was answered; 0 for none.
    package var lastId: Int
    package var role: Role

    package init(list: ListID, epoch: String, revision: Int, lastId: Int, role: Role) {
        self.list = list
        self.epoch = epoch
        self.revision = revision
        self.lastId = lastId
        self.role = role
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "opened")
            writer.member("list", list.text)
            writer.member("epoch", epoch)
            writer.member("revision", revision)
            writer.member("lastId", lastId)
            writer.member("role", role.rawValue)
        }
    }
}

extension Opened {
    init(members: Members) throws(DecodingProblem) {
        self.init(
            list: try members.list(), epoch: try members.string("epoch"),
            revision: try members.whole("revision", atLeast: 0),
            lastId: try members.whole(ifPresent: "lastId", atLeast: 0) ?? 0,
            role: try members.choice(ifPresent: "role") ?? .owner)
    }
}

// Canonical equivalence: the server does not compare messages.
/// `created`: the list was created.
package struct Created: ServerMessage, Hashable {
    package var list: ListID
    package var epoch: String
    package var revision: Int

    package init(list: ListID, epoch: String, revision: Int) {
        self.list = list
        self.epoch = epoch
        self.revision = revision
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "created")
            writer.member("list", list.text)
            writer.member("epoch", epoch)
            writer.member("revision", revision)
        }
    }
}

// Canonical equivalence: the server does not compare messages.
/// `closed`: the list is no longer open.
package struct Closed: ServerMessage, Hashable {
    package var list: ListID
    /// The reason, such as `deleted`.
    package var code: String

    package init(list: ListID, code: String) {
        self.list = list
        self.code = code
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "closed")
            writer.member("list", list.text)
            writer.member("code", code)
        }
    }
}

/// `lists`: the lists that a client may read.
package struct ListsMessage: ServerMessage, Hashable {
    package var lists: [ListSummary]

    package init(lists: [ListSummary]) {
        self.lists = lists
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "lists")
            writer.name("lists")
            writer.array { writer in
                for summary in lists { summary.write(to: &writer) }
            }
        }
    }
}

extension ListsMessage {
    init(members: Members) throws(DecodingProblem) {
        self.init(
            lists: try members.each("lists") { (entry) throws(DecodingProblem) in
                let list = try entry.list()
                return ListSummary(
                    list: list, title: try entry.string(ifPresent: "title") ?? list.text,
                    revision: try entry.whole(ifPresent: "revision") ?? 0,
                    rows: try entry.whole(ifPresent: "rows") ?? 0,
                    done: try entry.whole(ifPresent: "done"),
                    clients: try entry.whole(ifPresent: "clients") ?? 0)
            })
    }

    /// Reads the body of `GET /api/lists`.
    package init(json bytes: [UInt8]) throws(DecodingProblem) {
        guard case .lists(let message)? = try ServerFrame.decode(bytes).first else {
            throw DecodingProblem("", "must be `lists`")
        }
        self = message
    }
}

// Canonical equivalence: the server does not compare messages.
/// An entry of `lists`.
package struct ListSummary: Hashable, Sendable {
    package var list: ListID
    package var title: String
    package var revision: Int
    package var rows: Int
    /// How many of them have the field `done` set to `true`; nil: none, or not known.
    package var done: Int?
    /// The sessions that have the list open.
    package var clients: Int

    package init(
        list: ListID, title: String, revision: Int, rows: Int, done: Int? = nil, clients: Int
    ) {
        self.list = list
        self.title = title
        self.revision = revision
        self.rows = rows
        self.done = done
        self.clients = clients
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writeMembers(to: &$0) }
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("list", list.text)
        writer.member("title", title)
        writer.member("revision", revision)
        writer.member("rows", rows)
        if let done, done > 0 { writer.member("done", done) }
        writer.member("clients", clients)
    }
}
