import JSON
import ListEditing
package import ListProtocol

/// What a file holds, as `POST /api/files` and `lockstep import --json` tell it.
package struct ContentsMessage {
    private let contents: FileContents
    private let shown: Int
    private let made: [ListID]

    /// - Parameters:
    ///   - shown: The most rows of each list that are told.
    ///   - made: The ids of the lists that were made of the file's, in order; empty where none were.
    package init(_ contents: FileContents, shown: Int = .max, made: [ListID] = []) {
        self.contents = contents
        self.shown = shown
        self.made = made
    }

    /// The object.
    ///
    /// - Complexity: O(n) in the bytes of the rows that are told.
    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 4_096)
        writer.object { writeMembers(to: &$0) }
        return writer.bytes
    }

    private func writeMembers(to writer: inout JSONWriter) {
        writer.member("format", contents.format.rawValue)
        writer.name("lists")
        writer.array { writer in
            for (index, list) in contents.lists.enumerated() {
                let id = made.indices.contains(index) ? made[index] : list.id
                writer.object { write(list, id, to: &$0) }
            }
        }
        writer.name("leftOut")
        writer.array { writer in
            for one in contents.leftOut {
                writer.object { writer in
                    writer.member("what", one.reason.rawValue)
                    writer.member("count", one.count)
                    writer.member("line", ifPresent: one.line)
                }
            }
        }
        guard let table = contents.table else { return }
        writer.name("table")
        writer.object { writer in
            writer.name("columns")
            writer.array { writer in
                for name in table.names { writer.string(name) }
            }
            writer.member("title", table.title)
            if table.isGuess { writer.member("guessed", true) }
        }
    }

    private func write(_ list: FileList, _ id: ListID?, to writer: inout JSONWriter) {
        writer.member("list", ifPresent: id?.text)
        writer.member("title", list.title)
        writer.name("rules")
        writer.rules(list.rules)
        writer.name("sections")
        var left = shown
        writer.array { writer in
            for var section in list.sections {
                section.rows = Array(section.rows.prefix(left))
                left -= section.rows.count
                writer.object { $0.sectionMembers(section) }
            }
        }
        writer.member("rows", list.rowCount)
    }
}
