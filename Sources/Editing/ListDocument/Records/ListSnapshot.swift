import DequeModule
import JSON
package import ListEditing
import ListProtocol
import Persistence
import TextBytes

/// A whole list as the journal keeps it beside the log, with what it remembers of its clients.
package struct ListSnapshot: Sendable {
    package var state: ListState
    package var clients: [ClientID: ClientRecord]
    /// The newest set's `at`; it never falls.
    var at: Int
    /// The places of rows and sections that steps of undo and redo bring back.
    var marks: StoredPlaceMarks

    package init(
        state: ListState, clients: [ClientID: ClientRecord] = [:], at: Int,
        marks: StoredPlaceMarks = StoredPlaceMarks()
    ) {
        self.state = state
        self.clients = clients
        self.at = at
        self.marks = marks
    }
}

extension ListSnapshot {
    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 4096)
        writer.object { writer in
            writer.member("at", at)
            writer.name("list")
            state.write(to: &writer)
            if marks != StoredPlaceMarks() {
                writer.name("marks")
                marks.write(to: &writer)
            }
            writer.name("clients")
            writer.array { writer in
                for (client, record) in clients.sorted(by: { $0.key.text.precedes($1.key.text) }) {
                    writer.object { writer in
                        writer.member("client", client.text)
                        record.write(to: &writer)
                    }
                }
            }
        }
        return writer.bytes
    }

    /// Reads a snapshot.
    ///
    /// - Throws: what is wrong with the first part that is not as it should be.
    /// - Complexity: O(n) in the bytes.
    package init(decoding bytes: [UInt8]) throws {
        if let rows = StoredRows(bytes), let rest = try? ListSnapshot(whole: rows.rest),
            rest.state.sections.count == rows.sections.count,
            rest.state.sections.allSatisfy({ $0.rows.isEmpty })
        {
            self = rest
            for (index, rows) in rows.sections.enumerated() { state.sections[index].rows = rows }
        } else {
            try self.init(whole: bytes)
        }
    }

    private init(whole bytes: [UInt8]) throws {
        let json = try StoredJSON(decoding: bytes)
        guard let list = json.value["list"] else { throw json.problem("list") }
        state = try ListState(json: list)
        at = try json.whole("at")
        marks = try json.value["marks"].map { try StoredPlaceMarks(json: $0) } ?? StoredPlaceMarks()
        let entries = try json.array("clients") {
            (ClientID(try $0.string("client")), try ClientRecord(json: $0))
        }
        clients = Dictionary(entries) { _, last in last }
    }
}

extension ClientRecord {
    /// Writes the record's members into an object that is open.
    func write(to writer: inout JSONWriter) {
        writer.member("name", ifPresent: name)
        writer.member("highest", highest)
        writer.member("seen", seen)
        writer.name("applied")
        writer.array { writer in
            for edit in applied {
                writer.object { writer in
                    writer.member("id", edit.id)
                    writer.member("revision", edit.revision)
                }
            }
        }
        writer.name("undo")
        Self.write(undo, to: &writer)
        writer.name("redo")
        Self.write(redo, to: &writer)
    }

    init(json: StoredJSON) throws {
        self.init(
            name: json.value["name"]?.string, highest: try json.whole("highest"),
            seen: try json.whole("seen"),
            applied: Deque(
                try json.array("applied") {
                    AppliedEdit(id: try $0.whole("id"), revision: try $0.whole("revision"))
                }),
            undo: try Self.stack("undo", of: json), redo: try Self.stack("redo", of: json))
    }

    private static func write(_ stack: Deque<UndoEntry>, to writer: inout JSONWriter) {
        writer.array { writer in
            for entry in stack {
                writer.object { writer in
                    writer.member("revision", entry.revision)
                    writer.member("made", entry.made)
                    writer.name("inverse")
                    writer.raw(entry.inverse.bytes)
                    if entry.isUnbound { writer.member("unbound", true) }
                }
            }
        }
    }

    private static func stack(_ name: String, of json: StoredJSON) throws -> Deque<UndoEntry> {
        Deque(
            try json.array(name) {
                guard let inverse = $0.value["inverse"] else { throw $0.problem("inverse") }
                return UndoEntry(
                    revision: try $0.whole("revision"), made: try $0.whole("made"),
                    inverse: try EncodedInverse(json: inverse),
                    isUnbound: $0.value["unbound"] == .bool(true))
            })
    }
}

/// An object that the server itself wrote into the journal, read back.
package struct StoredJSON {
    let value: JSONObject

    init(_ value: JSONObject) {
        self.value = value
    }

    init(decoding bytes: [UInt8]) throws {
        guard let object = try JSONReader.read(bytes, maximumDepth: JSONReader.ownDepth).object
        else {
            throw StoredJSONError(member: "the whole")
        }
        value = object
    }

    func string(_ name: String) throws -> String {
        guard let text = value[name]?.string else { throw problem(name) }
        return text
    }

    func whole(_ name: String) throws -> Int {
        guard let number = value[name]?.whole else { throw problem(name) }
        return number
    }

    /// The objects of an array, each read by `read`; none where the member is missing.
    func array<Element>(
        _ name: String, _ read: (StoredJSON) throws -> Element
    ) throws -> [Element] {
        try (value[name]?.array ?? []).map { element in
            guard let object = element.object else { throw problem(name) }
            return try read(StoredJSON(object))
        }
    }

    func problem(_ member: String) -> StoredJSONError {
        StoredJSONError(member: member)
    }
}

/// A record or snapshot that does not read as one: the store is damaged or not ours.
package struct StoredJSONError: Error, CustomStringConvertible {
    let member: String

    package var description: String { "\(member) of a stored record cannot be read" }
}
