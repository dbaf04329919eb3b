import ArgumentParser
import LoadGenerator

/// `lockstep load lists`.
struct LoadLists: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists",
        abstract: "Many lists with a few editors each, each as fast as it is answered.")

    @OptionGroup var options: LoadOptions

    @Option(help: "Lists.")
    var lists = 500

    @Option(help: "Editors of each list.")
    var clients = 2

    @Option(help: "Edits that each has under way.")
    var inFlight = 1

    @Option(help: "Seconds to measure.")
    var seconds = 5.0

    func validate() throws {
        guard lists >= 1, clients >= 1, inFlight >= 1, seconds > 0 else {
            throw ValidationError(
                "--lists, --clients and --in-flight are at least 1, --seconds above 0")
        }
    }

    func run() throws {
        try options.run(
            Lists(lists: lists, clients: clients, inFlight: inFlight, seconds: seconds))
    }
}
