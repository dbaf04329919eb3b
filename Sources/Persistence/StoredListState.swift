package import JSON
package import ListEditing
package import ListProtocol

extension ListState {
    /// Writes the list as the journal stores it: a snapshot with the authorship of its rows.
    ///
    /// Complexity: O(n) in the bytes.
    package func write(to writer: inout JSONWriter) {
        let clients = StoredClients(self)
        writer.object { writer in
            writer.member("revision", revision)
            writer.member("title", title)
            writer.name("rules")
            writer.rules(rules)
            writer.name("clients")
            writer.array { writer in
                for client in clients.clients { writer.string(client.text) }
            }
            writer.name("sections")
            writer.array { writer in
                for section in sections { writer.stored(section, clients: clients) }
            }
        }
    }

    /// Reads what `write` wrote.
    ///
    /// - Throws: a `DecodingProblem` that names the member.
    package init(json: JSONValue) throws(DecodingProblem) {
        let members = try Members(json)
        let clients = try members.strings(ifPresent: "clients").map(ClientID.init)
        try self.init(members: members) { (row) throws(DecodingProblem) in
            try ValueReader.unbounded.storedRow(row, clients: clients)
        }
    }
}

/// A table of the clients that changed the rows of a list: stored rows name clients by number.
struct StoredClients {
    /// The clients in order of their numbers.
    private(set) var clients: [ClientID] = []
    private var numbers: [ClientID: Int] = [:]

    /// Creates an empty table: rows then have the names themselves.
    init() {}

    /// Creates a table of every client that changed a row of `state`.
    ///
    /// Complexity: O(n) in the rows.
    init(_ state: ListState) {
        for section in state.sections {
            for row in section.rows where row.authorship != .createdWithList {
                add(row.authorship.client)
            }
        }
    }

    subscript(client: ClientID) -> Int? { numbers[client] }

    private mutating func add(_ client: ClientID) {
        if numbers[client] == nil {
            numbers[client] = clients.count
            clients.append(client)
        }
    }
}

extension JSONWriter {
    /// Writes a section as it is stored: with the authorship of its rows.
    mutating func stored(_ section: SectionState, clients: StoredClients = StoredClients()) {
        self.section(section) { $0.stored($1, clients: clients) }
    }

    /// Writes a row as it is stored: with its authorship, if it was changed since the list was
    /// created.
    mutating func stored(_ row: Row, clients: StoredClients = StoredClients()) {
        object { writer in
            writer.rowMembers(row)
            if row.authorship != .createdWithList {
                writer.name("by")
                row.authorship.write(
                    to: &writer, of: row.fields, clientNumber: clients[row.authorship.client])
            }
        }
    }
}

extension ValueReader {
    /// Reads a section as it is stored, its rows with the names of clients.
    func storedSection(_ members: Members) throws(DecodingProblem) -> SectionState {
        try sectionState(members) { (row) throws(DecodingProblem) in try storedRow(row) }
    }

    /// Reads a row as it is stored.
    ///
    /// - Parameter clients: the table of clients.
    func storedRow(_ members: Members, clients: [ClientID] = []) throws(DecodingProblem) -> Row {
        guard let values = try members.array(ifPresent: "by") else {
            return try rowState(members)
        }
        let authorship = try DecodingProblem.inside("by") { () throws(DecodingProblem) in
            try Authorship(json: values, clients: clients)
        }
        let row = try rowState(members)
        return Row(id: row.id, fields: row.fields, rules: row.rules, authorship: authorship)
    }
}

extension Authorship {
    /// The authorship of a row that came with its list, which is not written.
    fileprivate static let createdWithList = Authorship(
        revision: 0, client: ClientID(""), otherRevision: 0, marks: [])

    /// Writes `[revision, client, otherRevision, placed, name, mark, …]`.
    ///
    /// - Parameters:
    ///   - fields: the fields of the row.
    ///   - number: the client's number in a table of clients; nil: its name is written.
    fileprivate func write(
        to writer: inout JSONWriter, of fields: Fields, clientNumber number: Int?
    ) {
        writer.array { writer in
            writer.whole(revision)
            if let number { writer.whole(number) } else { writer.string(client.text) }
            writer.whole(otherRevision)
            writer.whole(placed)
            for mark in marks(of: fields) {
                writer.string(mark.name)
                writer.whole(mark.revision)
            }
        }
    }

    /// Reads what `write` wrote.
    ///
    /// - Parameter clients: the table of clients.
    fileprivate init(json values: [JSONValue], clients: [ClientID]) throws(DecodingProblem) {
        guard values.count >= 4, values.count % 2 == 0, let revision = values[0].whole,
            let client = Self.client(values[1], clients), let otherRevision = values[2].whole,
            let placed = values[3].whole
        else { throw DecodingProblem("", "must be an authorship") }
        var marks: [FieldMark] = []
        for index in stride(from: 4, to: values.count, by: 2) {
            guard let name = values[index].string, let mark = values[index + 1].whole else {
                throw DecodingProblem("[\(index)]", "must be a field and its revision")
            }
            marks.append(FieldMark(name: name, revision: mark))
        }
        self.init(
            revision: revision, client: client, otherRevision: otherRevision, marks: marks,
            placed: placed)
    }

    private static func client(_ value: JSONValue, _ clients: [ClientID]) -> ClientID? {
        switch value {
        case .string(let text): ClientID(text)
        case .number(let number):
            number.whole.flatMap { clients.indices.contains($0) ? clients[$0] : nil }
        default: nil
        }
    }
}
