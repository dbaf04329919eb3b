import ListClient
import ListEditing

/// Formats change sets as text, one line for each row or section that changed.
///
/// The formatter keeps the titles of rows and sections, since a change set does not repeat them.
struct ChangeFormatter {
    private let style: TerminalStyle
    private var rows: [RowID: String] = [:]
    private var sections: [SectionID: String] = [:]
    private var names: [ClientID: String] = [:]

    init(_ style: TerminalStyle) {
        self.style = style
    }

    /// Stores the titles of a list.
    mutating func remember(_ list: EditableList) {
        rows = [:]
        sections = [:]
        for row in list.rows { rows[row.id] = row.fields["title"]?.string }
        for index in 0..<list.sectionCount {
            let section = list.section(at: index)
            sections[section.id] = section.title
        }
    }

    /// Stores the names of participants.
    mutating func remember(_ participants: [Participant]) {
        for participant in participants { names[participant.client] = participant.name }
    }

    /// The lines for a change.
    ///
    /// - Parameter list: The list after the change.
    mutating func lines(for change: ListChange, in list: EditableList) -> [TerminalText] {
        let what = sectionLines(change.changes) + rowLines(change.changes, list)
        var head = style.paint("\(change.revision)", .grey) + " "
        head = head + style.paint(author(change), change.isOwn ? .green : .blue)
        head = head + TerminalText(Self.kind(of: change) + " ")
        return what.map { head + $0 }
    }

    private static func kind(of change: ListChange) -> String {
        if let revision = change.undoes { return " undoes \(revision)" }
        if let revision = change.redoes { return " redoes \(revision)" }
        if let revision = change.restores { return " restores \(revision)" }
        return ""
    }

    private func author(_ change: ListChange) -> String {
        guard let client = change.client else { return "\(change.folds) edits" }
        return names[client] ?? change.user ?? String(client.text.prefix(8))
    }

    private mutating func sectionLines(_ changes: ChangeSet) -> [TerminalText] {
        var lines = changes.deletedSections.map { entry in
            style.paint("deleted section", .red) + " \(title(entry.section))"
        }
        for entry in changes.insertedSections {
            sections[entry.section] = entry.title
            lines.append(style.paint("added section", .green) + " \(title(entry.section))")
        }
        lines += changes.movedSections.map { entry in
            style.paint("moved section", .yellow) + " \(title(entry.section)) to \(entry.to)"
        }
        for entry in changes.updatedSections {
            let before = title(entry.section)
            sections[entry.section] = entry.title ?? sections[entry.section]
            lines.append(
                style.paint("changed section", .yellow) + " \(before): \(title(entry.section))")
        }
        if let update = changes.updatedList {
            let title = update.title.map { " to \(quoted($0))" } ?? ""
            lines.append(style.paint("changed the list", .yellow) + TerminalText(title))
        }
        return lines
    }

    private mutating func rowLines(_ changes: ChangeSet, _ list: EditableList) -> [TerminalText] {
        var lines: [TerminalText] = []
        for entry in changes.deletedRows {
            lines.append(style.paint("deleted", .red) + " \(title(entry.row))")
            rows[entry.row] = nil
        }
        for entry in changes.insertedRows {
            rows[entry.row] = entry.fields["title"]?.string
            lines.append(
                style.paint("added", .green) + " \(title(entry.row)) \(place(entry.at, list))")
        }
        for entry in changes.movedRows {
            lines.append(
                style.paint("moved", .yellow) + " \(title(entry.row)) \(place(entry.to, list))")
        }
        for entry in changes.updatedRows {
            let before = title(entry.row)
            var fields: [String] = []
            for field in entry.fields {
                if field.name == "title" { rows[entry.row] = field.value?.string }
                fields.append("\(field.name) = \(field.value?.json ?? "nothing")")
            }
            let what = fields.isEmpty ? "rules" : fields.joined(separator: ", ")
            lines.append(style.paint("changed", .yellow) + " \(before): \(what)")
        }
        return lines
    }

    private func title(_ row: RowID) -> String { quoted(rows[row] ?? row.text) }

    private func title(_ section: SectionID) -> String {
        quoted(sections[section] ?? section.text)
    }

    private func place(_ path: IndexPath, _ list: EditableList) -> String {
        guard path.section < list.sectionCount else { return "" }
        return "in \(quoted(list.section(at: path.section).title)), place \(path.row)"
    }

    private func quoted(_ text: String) -> String { "“\(text)”" }
}
