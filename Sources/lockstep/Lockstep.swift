import ArgumentParser
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
}
