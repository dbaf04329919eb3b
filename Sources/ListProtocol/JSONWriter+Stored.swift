import JSON
import ListEditing

extension JSONWriter {
    /// Writes a section as it is stored: with the authorship of its rows.
    mutating func stored(_ section: SectionState, clients: ClientTable = ClientTable()) {
        object { writer in
            writer.member("id", section.id.text)
            writer.member("title", section.title)
            writer.name("rules")
            writer.rules(section.rules)
            writer.name("rows")
            writer.array { writer in
                for row in section.rows { writer.stored(row, clients: clients) }
            }
        }
    }

    /// Writes a row as it is stored: with its authorship, where it was changed since the list was
    /// made.
    mutating func stored(_ row: Row, clients: ClientTable = ClientTable()) {
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
