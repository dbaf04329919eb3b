import ArgumentParser
import Foundation
import JSON
import ListClient

/// `lockstep lists`: which lists there are.
struct ListsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists", abstract: "Show the lists of a server.",
        discussion: """
            EXAMPLES
              lockstep lists
              lockstep lists --json --url https://lists.example.org
            """)

    @OptionGroup var server: ServerAddress

    @Flag(help: "One JSON object for each list, a line each.")
    var json = false

    func run() async throws {
        let lists = try await server.withClient { client in
            try await CommandFailure.translating { try await client.overview() }
        }
        let width = lists.map(\.id.count).max() ?? 0
        try Output.write(lines: lists.map { json ? line($0) : text($0, width: width) })
    }

    private func text(_ list: ListOverview, width: Int) -> String {
        let id = list.id.padding(toLength: width, withPad: " ", startingAt: 0)
        return "\(id)  \(list.rows) rows, revision \(list.revision), "
            + "\(list.clients) connected  \(list.title)"
    }

    private func line(_ list: ListOverview) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("list", list.id)
            writer.member("title", list.title)
            writer.member("revision", list.revision)
            writer.member("rows", list.rows)
            writer.member("clients", list.clients)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
