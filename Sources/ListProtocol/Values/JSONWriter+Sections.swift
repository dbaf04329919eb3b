package import JSON
package import ListEditing

extension JSONWriter {
    /// Writes a whole section.
    mutating func section(_ section: SectionState) {
        var next = 0
        self.section(section, from: &next, targetBytes: .max)
    }

    /// Writes a section with its rows from `next` on, as long as less than `targetBytes` are
    /// written, but with one row at least where there is one.
    mutating func section(_ section: SectionState, from next: inout Int, targetBytes: Int) {
        object { writer in
            writer.member("id", section.id.text)
            writer.member("title", section.title)
            writer.name("rules")
            writer.rules(section.rules)
            writer.name("rows")
            writer.array { writer in
                while next < section.rows.count {
                    writer.row(section.rows[next])
                    next += 1
                    if writer.count >= targetBytes { break }
                }
            }
        }
    }

    private mutating func row(_ row: Row) {
        object { writer in writer.rowMembers(row) }
    }

    /// Writes the members of a row that everyone sees.
    package mutating func rowMembers(_ row: Row) {
        member("id", row.id.text)
        name("fields")
        fields(row.fields)
        rowRuleMembers(row.rules)
    }
}
