import ArgumentParser
import LoadGenerator

/// `lockstep load storm`.
struct LoadStorm: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storm",
        abstract: "Everyone comes back at once, with edits missed.")

    @OptionGroup var options: LoadOptions

    @Option(help: "Clients that come back.")
    var clients = 1_000

    @Option(help: "Edits that they missed.")
    var missed = 20

    func validate() throws {
        guard (1...25_000).contains(clients), missed >= 0 else {
            throw ValidationError(
                "--clients are from 1 to 25000 (one address has no more ports), --missed from 0")
        }
    }

    func run() throws {
        try options.run(Storm(clients: clients, missed: missed))
    }
}
