import ArgumentParser
import LoadGenerator

/// `lockstep load idle`.
struct LoadIdle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "idle",
        abstract: "Connections that do nothing: the server's memory for each.")

    @OptionGroup var options: LoadOptions

    @Option(help: "Connections.")
    var connections = 2_000

    @Flag(help: "They say hello, and open no list.")
    var bare = false

    @Option(help: "Seconds to watch them.")
    var seconds = 2.0

    func validate() throws {
        guard (1...25_000).contains(connections), seconds > 0 else {
            throw ValidationError(
                "--connections are from 1 to 25000 (one address has no more ports), --seconds "
                    + "above 0")
        }
    }

    func run() throws {
        try options.run(Idle(connections: connections, opensList: !bare, seconds: seconds))
    }
}
