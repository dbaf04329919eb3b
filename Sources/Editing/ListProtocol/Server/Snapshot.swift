package import JSON
package import ListEditing

// Canonical equivalence: the server does not compare messages.
/// `snapshot`: a whole list at one revision.
package struct Snapshot: Hashable, Sendable {
    package var list: ListID
    package var epoch: String
    package var state: ListState
    /// Whether its rows tell who changed them.
    package var hasAuthors: Bool

    package init(list: ListID, epoch: String, state: ListState, hasAuthors: Bool = false) {
        self.list = list
        self.epoch = epoch
        self.state = state
        self.hasAuthors = hasAuthors
    }
}

extension Snapshot: ServerMessage {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writeHead(to: &writer)
            writer.name("sections")
            writer.array { writer in
                for section in state.sections {
                    writer.section(section) { writer, row in
                        writer.object { $0.rowMembers(row, hasAuthors: hasAuthors) }
                    }
                }
            }
        }
    }

    /// The snapshot as one message or, where it is larger than `targetBytes`, as several.
    ///
    /// A part exceeds the target by at most the bytes of one row. A section that continues in the
    /// next part has its title and rules there, too.
    /// Complexity: O(n) in the bytes.
    package func parts(targetBytes: Int) -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        var body = JSONWriter(capacity: min(targetBytes, 1 << 16) + 1_024)
        for section in state.sections {
            var next = 0
            repeat {
                if body.count >= targetBytes {
                    bodies.append(body.bytes)
                    body.removeAll()
                }
                body.section(
                    section, from: &next, targetBytes: targetBytes, hasAuthors: hasAuthors)
            } while next < section.rows.count
        }
        bodies.append(body.bytes)
        return bodies.enumerated().map { index, body in
            message(part: index, of: bodies.count, sections: body)
        }
    }

    private func message(part: Int, of parts: Int, sections: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(capacity: sections.count + 512)
        writer.object { writer in
            writeHead(to: &writer)
            if parts > 1 {
                writer.member("part", part)
                writer.member("parts", parts)
            }
            writer.name("sections")
            writer.array { writer in
                if !sections.isEmpty { writer.raw(sections) }
            }
        }
        return writer.bytes
    }

    private func writeHead(to writer: inout JSONWriter) {
        writer.member("type", "snapshot")
        writer.member("list", list.text)
        writer.member("epoch", epoch)
        writer.member("revision", state.revision)
        writer.member("title", state.title)
        writer.name("rules")
        writer.rules(state.rules)
    }
}
