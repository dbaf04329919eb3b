import ArgumentParser
import Foundation
import ListServer
import WebSocketTransport

/// The `lockstep` command.
///
/// This target parses command lines and settings, connects the libraries, and prints; what decides
/// is in libraries. Each subcommand has a file that holds its options, its help and what it prints:
///
/// - `Serving`: `serve` with its log and backups, and the keys and tokens of a server.
/// - `Settings`: the settings of a server, from flags, environment and file.
/// - `Stores`: `export`, `import`, `backup`, `restore`, `verify`, `copy`, on stores or through a server.
/// - `Clients`: `lists`, `show`, `create`, `delete`, `watch`, `edit`, `pipe`, over `ListClient`; `hooks`.
/// - `Diagnostics`: `check`, `load`, `top`, `bot`, which exercise or observe a server.
/// - `Terminal`: standard output and standard error, and what is drawn on terminals.
///
/// Read this file, then the file of a subcommand. `CommandError` is the error of all of them.
@main
struct Lockstep: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lockstep",
        abstract: "Shared lists that everyone sees change in the same order.",
        version: ServerVersion.number,
        subcommands: [
            ServeCommand.self, ExportCommand.self, ImportCommand.self, BackupCommand.self,
            RestoreCommand.self, VerifyCommand.self, CopyCommand.self, CheckCommand.self,
            WatchCommand.self,
            EditCommand.self, PipeCommand.self, ListsCommand.self, ShowCommand.self,
            CreateCommand.self, DeleteCommand.self, HooksCommand.self, BotCommand.self,
            TopCommand.self, LoadCommand.self, RecordCommand.self, TokenCommand.self,
            KeyCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)

    /// Runs the command line; output that cannot be written is a failure.
    static func main() async {
        // Shells allow few descriptors unless they are asked.
        _ = DescriptorLimit.raise()
        var used: any ParsableCommand.Type = Lockstep.self
        do {
            do {
                var command = try parseAsRoot()
                used = type(of: command)
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            } catch  where exitCode(for: error) == .success {
                // Help and the version are thrown where they were asked for.
                let text = fullMessage(for: error)
                if !text.isEmpty { try Output.write(line: TerminalText(lines: text)) }
            }
            try Output.finish()
            // Threads of libraries may still run: what cleans up at an orderly exit would take from them
            // what they use, and libnats has aborted over that.
            // Output is not buffered, and flushing all files would wait for a thread that reads the input.
            _exit(EXIT_SUCCESS)
        } catch OutputFailure.closed {
            _exit(OutputFailure.closedStatus)
        } catch {
            let text = message(of: error, from: used)
            if !text.description.isEmpty { Output.note(text) }
            // As above: a start that failed has threads that still run.
            _exit(exitCode(for: error).rawValue)
        }
    }

    /// The text of an error; an argument that proved to be wrong is told with the usage of its command.
    ///
    /// - Parameter command: The command that was run; the root's type where no command could be read.
    private static func message(
        of error: any Error, from command: any ParsableCommand.Type
    ) -> TerminalText {
        switch error {
        case let error as ValidationError:
            let usage = usageString(for: command)
            return TerminalText(
                lines: "Error: \(error.message)\nUsage: \(usage)\n  --help says more.")
        case is CommandError:
            return TerminalText(lines: fullMessage(for: error))
        default:
            // What others wrote may be in an error of a library or of the system, and no other's words are in
            // that of a command line that could not be read.
            let text = fullMessage(for: error)
            return command == Lockstep.self ? TerminalText(lines: text) : TerminalText(text)
        }
    }
}
