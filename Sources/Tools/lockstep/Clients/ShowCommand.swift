import ArgumentParser
import JSON
import ListClient
import ListEditing
import ListProtocol

/// `lockstep show`: prints a list with its ids and rules.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a list: its sections and rows, with their ids and rules.",
        discussion: """
            A line for each section and each row: its id, its title, its other fields and, as JSON, its rules. \
            The ids are those that `lockstep edit` takes.

            EXAMPLES
              lockstep show groceries
              lockstep show groceries --json | jq '.sections[].rows[].id'
            """)

    @Argument(help: "The list's id.")
    var list: String

    @Flag(help: "Print one JSON object, as in the protocol.")
    var json = false

    @OptionGroup var server: ServerAddress

    func run() async throws {
        let shown = try await server.withClient { client in
            try await CommandError.translating { try await client.open(list).confirmed }
        }
        if json {
            try Output.write(json: PipeLine.list("snapshot", list, shown.state()).json.utf8)
        } else {
            try Output.write(lines: ListPrinter(.standardOutput).lines(of: shown.state()))
        }
    }
}

/// Formats a whole list as text.
struct ListPrinter {
    private let style: TerminalStyle

    init(_ style: TerminalStyle) {
        self.style = style
    }

    /// A headline, and after it a line for each section and row.
    func lines(of list: ListState) -> [TerminalText] {
        let rows = list.sections.reduce(0) { $0 + $1.rows.count }
        let figures = style.paint(" \(Self.count(rows)), revision \(list.revision)", .grey)
        return [style.paint(list.title, .blue) + figures + rules { $0.rules(list.rules) }]
            + list.sections.flatMap(lines)
    }

    private func lines(of section: SectionState) -> [TerminalText] {
        let figures = style.paint(" (\(section.id.text)) \(Self.count(section.rows.count))", .grey)
        let width = section.rows.map(\.id.text.count).max() ?? 0
        return [
            "", style.paint(section.title, .blue) + figures + rules { $0.rules(section.rules) },
        ] + section.rows.map { line(of: $0, width: width) }
    }

    /// - Parameter width: Of the ids of the section's rows, in characters.
    private func line(of row: Row, width: Int) -> TerminalText {
        let id = row.id.text + String(repeating: " ", count: width - row.id.text.count)
        let title = row.fields["title"].map { $0.string ?? $0.json } ?? ""
        let others = row.fields.entries.filter { $0.name != "title" }.map { field in
            " \(field.name)=\(field.value.json)"
        }
        return "  " + style.paint(id, .grey) + TerminalText("  \(title)\(others.joined())")
            + rules { writer in writer.object { $0.rowRuleMembers(row.rules) } }
    }

    /// Rules as JSON after a blank; nothing where there are none.
    private func rules(_ write: (inout JSONWriter) -> Void) -> TerminalText {
        var writer = JSONWriter()
        write(&writer)
        return writer.text == "{}" ? "" : style.paint(" \(writer.text)", .yellow)
    }

    private static func count(_ rows: Int) -> String { rows == 1 ? "1 row" : "\(rows) rows" }
}
