import ArgumentParser
import Foundation
import JSON
import ListClient
import ListEditing

/// `lockstep lists`: shows the lists of a server.
struct ListsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists", abstract: "Show the lists of a server.",
        discussion: """
            EXAMPLES
              lockstep lists
              lockstep lists --json --url https://lists.example.org
            """)

    @OptionGroup var server: ServerAddress

    @Flag(help: "Print one JSON object for each list, one per line.")
    var json = false

    func run() async throws {
        let lists = try await server.withClient { client in
            try await CommandError.translating { try await client.overview() }
        }
        let width = lists.map(\.id.count).max() ?? 0
        if json {
            for list in lists { try Output.write(json: line(list).utf8) }
        } else {
            try Output.write(lines: lists.map { text($0, width: width) })
        }
    }

    private func text(_ list: ListOverview, width: Int) -> TerminalText {
        let id = list.id.padding(toLength: width, withPad: " ", startingAt: 0)
        let done = list.done.map { " (\($0) done)" } ?? ""
        return TerminalText(
            "\(id)  \(list.rows) rows\(done), revision \(list.revision), "
                + "\(list.clients) connected  \(list.title)")
    }

    private func line(_ list: ListOverview) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("list", list.id)
            writer.member("title", list.title)
            writer.member("revision", list.revision)
            writer.member("rows", list.rows)
            writer.member("done", ifPresent: list.done)
            writer.member("clients", list.clients)
        }
        return writer.text
    }
}

/// `lockstep create`: makes a list.
struct CreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a list.",
        discussion: """
            EXAMPLES
              lockstep create trip --title "Trip to Rome" --section Packing --section Tickets
            """)

    @Argument(help: "The list's id: 1 to 64 of A-Z a-z 0-9 . _ ~ -")
    var list: String

    @Option(help: "The list's title (default: the id).")
    var title: String?

    @Option(name: .customLong("section"), help: "The title of a section; may be repeated.")
    var sections: [String] = []

    @OptionGroup var server: ServerAddress

    func run() async throws {
        let sections = sections.map { SectionState(id: SectionID(""), title: $0) }
        try await server.withClient { client in
            try await CommandError.translating {
                try await client.create(list, title: title, sections: sections)
            }
        }
        try Output.write(line: "created \(list)")
    }
}

/// `lockstep delete`: deletes a list for everyone.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a list for everyone.",
        discussion: """
            Asks before it deletes: nobody can take it back.

            EXAMPLES
              lockstep delete trip
              lockstep delete trip --yes
            """)

    @Argument(help: "The list's id.")
    var list: String

    @Flag(help: "Delete without asking.")
    var yes = false

    @OptionGroup var server: ServerAddress

    func run() async throws {
        let isDeleted = try await server.withClient { client in
            guard try await isMeant(client) else { return false }
            try await CommandError.translating { try await client.delete(list) }
            return true
        }
        try Output.write(line: isDeleted ? "deleted \(list)" : "\(list) is kept")
    }

    /// Whether the user wants it, once he has seen what it is about.
    private func isMeant(_ client: ListClient) async throws -> Bool {
        if yes { return true }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandError(
                "nobody can be asked here: give --yes to delete \(list) for everyone")
        }
        let lists = try await CommandError.translating { try await client.overview() }
        guard let known = lists.first(where: { $0.id == list }) else {
            throw CommandError(ListClientError.noList(list))
        }
        Output.ask("Delete \(list) (\(known.title), \(known.rows) rows) for everyone? [y/N] ")
        let answer = await InputLines().next()?.text ?? ""
        return ["y", "yes"].contains(answer.trimmingCharacters(in: .whitespaces).lowercased())
    }
}
