import ArgumentParser
import Foundation
import ListServer

/// The `lockstep` command.
@main
struct Lockstep: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lockstep",
        abstract: "Shared lists that everyone sees change in the same order.",
        version: ServerVersion.number,
        subcommands: [
            Serve.self, Export.self, Import.self, Backup.self, Verify.self, Check.self,
            WatchCommand.self, EditCommand.self, ListsCommand.self, CreateCommand.self,
            DeleteCommand.self, BotCommand.self, TopCommand.self, Load.self,
            Token.self, Key.self,
        ],
        defaultSubcommand: Serve.self)

    /// Runs the command line, and counts output that cannot be written as a failure.
    static func main() async {
        do {
            do {
                var command = try parseAsRoot()
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            } catch  where exitCode(for: error) == .success {
                // Help and the version, which were asked for.
                let text = fullMessage(for: error)
                if !text.isEmpty { try Output.write(line: text) }
            }
            try Output.finish()
        } catch OutputFailure.closed {
            Foundation.exit(OutputFailure.closedStatus)
        } catch {
            exit(withError: error)
        }
    }
}
