import ArgumentParser
import LoadGenerator

/// `lockstep load growth`.
struct LoadGrowth: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "The same edits on short and long lists, and joining them.")

    @OptionGroup var options: LoadOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Rows of the lists, shortest first.", valueName: "ROWS"))
    var rows = [100, 10_000, 100_000]

    @Option(help: "Editors of each list, one edit under way each.")
    var editors = 8

    @Option(help: "Seconds to measure edits of each list.")
    var seconds = 4.0

    @Option(help: "Clients that join each list, one after the other.")
    var joins = 8

    func validate() throws {
        guard !rows.isEmpty, rows.allSatisfy({ (2...999_999).contains($0) }), editors >= 1,
            joins >= 1, seconds > 0
        else {
            throw ValidationError(
                "--rows are from 2 to 999999, --editors and --joins at least 1, --seconds above 0")
        }
    }

    func run() throws {
        try options.run(Growth(lengths: rows, editors: editors, seconds: seconds, joins: joins))
    }
}
