package import JSON
import ListEditing

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
            case .open(let open):
                writer.member("type", "open")
                writer.member("list", open.list.text)
                writer.member("since", ifPresent: open.since)
                writer.member("epoch", ifPresent: open.epoch)
            case .close(let list): Self.write("close", list, to: &writer)
            case .delete(let list): Self.write("delete", list, to: &writer)
            case .lists: writer.member("type", "lists")
            case .create(let create):
                writer.member("type", "create")
                create.writeMembers(to: &writer)
            case .edit(let edit): edit.writeMembers(to: &writer)
            case .undo(let undo): Self.write("undo", undo, to: &writer)
            case .redo(let redo): Self.write("redo", redo, to: &writer)
            case .presence(let update):
                Self.write("presence", update.list, to: &writer)
                update.state.writeMembers(to: &writer)
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
    }
}

extension EditMessage {
    /// Writes the members of the message; one whose actions were not readable has none.
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("type", "edit")
        writer.member("list", list.text)
        writer.member("id", id)
        writer.member("base", ifPresent: base)
        writer.member("epoch", ifPresent: epoch)
        writer.name("actions")
        writer.array { writer in
            for action in (try? edit.get())?.actions ?? [] { writer.action(action) }
        }
    }
}

extension CreateList {
    /// The body of `POST /api/lists`.
    package var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in writeMembers(to: &writer) }
        return writer.bytes
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("list", list.text)
        writer.member("title", title)
        writer.name("rules")
        writer.rules(rules)
        writer.name("sections")
        writer.array { writer in
            for section in sections {
                writer.object { writer in
                    writer.member("id", ifPresent: section.id?.text)
                    writer.member("title", section.title)
                    writer.name("rules")
                    writer.rules(section.rules)
                    writer.name("rows")
                    writer.array { writer in
                        for row in section.rows {
                            writer.object { writer in
                                writer.member("id", ifPresent: row.id?.text)
                                writer.name("fields")
                                writer.fields(row.fields)
                                writer.rowRuleMembers(row.rules)
                            }
                        }
                    }
                }
            }
        }
    }
}
