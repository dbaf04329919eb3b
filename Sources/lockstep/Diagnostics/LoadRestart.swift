import ArgumentParser
import LoadGenerator

/// `lockstep load restart`.
struct LoadRestart: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart",
        abstract: "Kill the server while everyone edits, and start it again.",
        discussion: "Needs a server of its own: --start-server.")

    @OptionGroup var options: LoadOptions

    @Option(help: "Editors.")
    var editors = 20

    @Option(help: "Rows of the list.")
    var rows = 1_000

    @Option(help: "How often to kill.")
    var rounds = 3

    @Option(help: "Seconds of editing before each kill.")
    var seconds = 1.0

    func validate() throws {
        guard editors >= 1, rounds >= 1, seconds > 0, (2...999_999).contains(rows) else {
            throw ValidationError(
                "--editors and --rounds are at least 1, --rows from 2 to 999999, --seconds above 0"
            )
        }
        guard options.startsServer else {
            throw ValidationError("restart kills the server: it needs its own, --start-server")
        }
    }

    func run() throws {
        try options.run(Restart(editors: editors, rows: rows, rounds: rounds, seconds: seconds))
    }
}
