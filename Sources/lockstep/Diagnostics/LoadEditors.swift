import ArgumentParser
import LoadGenerator

/// `lockstep load editors`.
struct LoadEditors: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "editors",
        abstract: "Many editors on one list, each as fast as it is answered.")

    @OptionGroup var options: LoadOptions

    @Option(help: "Editors on the list.")
    var editors = 20

    @Option(help: "Edits that each has under way.")
    var inFlight = 1

    @Option(help: "Seconds to measure.")
    var seconds = 5.0

    func validate() throws {
        guard editors >= 1, inFlight >= 1, seconds > 0 else {
            throw ValidationError("--editors and --in-flight are at least 1, --seconds above 0")
        }
    }

    func run() throws {
        try options.run(Editors(editors: editors, inFlight: inFlight, seconds: seconds))
    }
}
