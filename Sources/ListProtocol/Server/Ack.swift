package import JSON
import ListEditing

/// `ack`: an edit was taken, and this session is not sent a set for it.
package struct Ack: ServerMessage, Hashable {
    package var list: ListID
    package var id: Int
    /// The list's revision after the edit; nil where it is not remembered.
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
