import DequeModule
import JSON
import ListEditing
import ListProtocol

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
                    inverse: try EncodedInverse(json: inverse))
            })
    }
}
