import ArgumentParser
import ListClient
import ListEditing

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

    @Option(name: .customLong("section"), help: "The title of a section; once for each.")
    var sections: [String] = []

    @OptionGroup var server: ServerAddress

    func run() async throws {
        let sections = sections.map { SectionState(id: SectionID(""), title: $0) }
        try await server.withClient { client in
            try await CommandFailure.translating {
                try await client.create(list, title: title, sections: sections)
            }
        }
        try Output.write(line: "created \(list)")
    }
}
