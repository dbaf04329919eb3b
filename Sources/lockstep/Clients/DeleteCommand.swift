import ArgumentParser
import ListClient

/// `lockstep delete`: deletes a list for everyone.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a list for everyone.",
        discussion: """
            EXAMPLES
              lockstep delete trip
            """)

    @Argument(help: "The list's id.")
    var list: String

    @OptionGroup var server: ServerAddress

    func run() async throws {
        try await server.withClient { client in
            try await CommandFailure.translating { try await client.delete(list) }
        }
        try Output.write(line: "deleted \(list)")
    }
}
