import JSON
import ListEditing

extension JSONWriter {
    /// Writes the members of a change set; those without entries are left out.
    mutating func changeMembers(_ changes: ChangeSet) {
        sectionMembers(changes)
        rowMembers(changes)
        if let list = changes.updatedList {
            name("updatedList")
            object { writer in
                writer.member("title", ifPresent: list.title)
                if let rules = list.rules {
                    writer.name("rules")
                    writer.rules(rules)
                }
            }
        }
    }

    private mutating func sectionMembers(_ changes: ChangeSet) {
        entries("deletedSections", changes.deletedSections) { writer, entry in
            writer.member("section", entry.section.text)
            writer.member("at", entry.at)
        }
        entries("insertedSections", changes.insertedSections) { writer, entry in
            writer.member("section", entry.section.text)
            writer.member("at", entry.at)
            writer.member("title", entry.title)
            writer.name("rules")
            writer.rules(entry.rules)
        }
        entries("movedSections", changes.movedSections) { writer, entry in
            writer.member("section", entry.section.text)
            writer.member("from", entry.from)
            writer.member("to", entry.to)
        }
        entries("updatedSections", changes.updatedSections) { writer, entry in
            writer.member("section", entry.section.text)
            writer.member("at", entry.at)
            writer.member("title", ifPresent: entry.title)
            if let rules = entry.rules {
                writer.name("rules")
                writer.rules(rules)
            }
        }
    }

    private mutating func rowMembers(_ changes: ChangeSet) {
        entries("deletedRows", changes.deletedRows) { writer, entry in
            writer.member("row", entry.row.text)
            writer.member("at", entry.at)
        }
        entries("insertedRows", changes.insertedRows) { writer, entry in
            writer.member("row", entry.row.text)
            writer.member("at", entry.at)
            writer.name("fields")
            writer.fields(entry.fields)
            writer.rowRuleMembers(entry.rules)
        }
        entries("movedRows", changes.movedRows) { writer, entry in
            writer.member("row", entry.row.text)
            writer.member("from", entry.from)
            writer.member("to", entry.to)
        }
        entries("updatedRows", changes.updatedRows) { writer, entry in
            writer.member("row", entry.row.text)
            writer.member("at", entry.at)
            writer.name("fields")
            writer.fields(entry.fields)
            writer.rowRuleMembers(entry.rules)
        }
    }

    @inline(__always)
    private mutating func entries<Entry>(
        _ name: StaticString, _ entries: [Entry], _ write: (inout JSONWriter, Entry) -> Void
    ) {
        guard !entries.isEmpty else { return }
        self.name(name)
        array { writer in
            for entry in entries { writer.object { writer in write(&writer, entry) } }
        }
    }

    private mutating func member(_ name: StaticString, _ path: IndexPath) {
        self.name(name)
        self.path(path)
    }
}
