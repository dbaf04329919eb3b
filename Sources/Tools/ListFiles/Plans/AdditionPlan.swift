import JSON
package import ListEditing
import ListProtocol
import TextBytes

/// The one edit that adds the rows of a file to a list.
package struct AdditionPlan {
    /// A section of the list, as it is before.
    package struct Target: Sendable {
        package let section: SectionID
        package let title: String
        /// Whether rows may be inserted into it.
        package let isInsertable: Bool

        package init(section: SectionID, title: String, isInsertable: Bool) {
            self.section = section
            self.title = title
            self.isInsertable = isInsertable
        }
    }

    /// The number of actions of the edit.
    package private(set) var actions = 0
    private var encoded: [[UInt8]] = []

    /// Plans the edit.
    ///
    /// Rows go to the end of the section that has the title of theirs and takes rows; those of a
    /// section without a title, to the first that takes rows. Other sections are inserted at the end.
    /// Rules of sections and rows are left out: the owner of the list gives them.
    ///
    /// - Parameter makeID: Makes the id of a section that is inserted.
    /// - Complexity: O(n) in the rows.
    package init(_ lists: [FileList], to targets: [Target], makeID: () -> String) {
        var open: [TextKey: SectionID] = [:]
        for target in targets.reversed() where target.isInsertable {
            open[TextKey(target.title)] = target.section
        }
        let first = targets.first { $0.isInsertable }?.section
        for section in lists.flatMap(\.sections) where !section.rows.isEmpty {
            let title = TextKey(section.title)
            let known = section.title.isEmpty ? first ?? open[title] : open[title]
            let id = known ?? SectionID(makeID())
            if known == nil {
                open[title] = id
                add { writer in
                    writer.member("op", "insertSection")
                    writer.member("section", id.text)
                    writer.member("title", section.title)
                    writer.name("to")
                    writer.object { $0.member("at", "end") }
                }
            }
            for row in section.rows {
                add { writer in
                    writer.member("op", "insertRow")
                    writer.name("fields")
                    writer.fields(row.fields)
                    writer.name("to")
                    writer.object { writer in
                        writer.member("section", id.text)
                        writer.member("at", "end")
                    }
                }
            }
        }
    }

    private mutating func add(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object { write(&$0) }
        encoded.append(writer.bytes)
        actions += 1
    }

    /// The body of `POST /api/lists/ID/edits`.
    package var body: [UInt8] {
        var writer = JSONWriter(capacity: encoded.reduce(256) { $0 + $1.count + 1 })
        writer.object { writer in
            writer.name("actions")
            writer.array { writer in
                for action in encoded { writer.raw(action) }
            }
        }
        return writer.bytes
    }
}
