import ArgumentParser
import LoadGenerator

/// `lockstep load fanout`.
struct LoadFanout: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fanout",
        abstract: "One editor, many subscribers: the highest rate that arrives in time.",
        discussion: """
            Edits are due at a steady rate. The rate is doubled until the slowest hundredth of the \
            deliveries takes longer than --bound from when the edit was due, then the distance is \
            halved until it is 5 %. With --at that one rate is measured.
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Clients that have the list open and do not edit.")
    var subscribers = 50

    @Option(help: "Editors that share the rate.")
    var editors = 1

    @Option(help: ArgumentHelp("The first rate to try, in edits a second.", valueName: "RATE"))
    var from = 500.0

    @Option(help: ArgumentHelp("The highest rate to try.", valueName: "RATE"))
    var to = 200_000.0

    @Option(help: ArgumentHelp("Measure this rate only.", valueName: "RATE"))
    var at: Double?

    @Option(help: "Seconds of each rate.")
    var seconds = 3.0

    @Option(help: ArgumentHelp("What p99 may be, in milliseconds.", valueName: "MS"))
    var bound = 100.0

    func validate() throws {
        guard subscribers >= 1, editors >= 1, seconds > 0, bound > 0, from >= 1, to >= from,
            at ?? 1 >= 1
        else {
            throw ValidationError(
                "--subscribers, --editors and rates are at least 1, --seconds and --bound above 0, "
                    + "--to no less than --from")
        }
    }

    func run() throws {
        try options.run(
            Fanout(
                subscribers: subscribers, editors: editors, rate: at ?? from, isFixed: at != nil,
                highestRate: to, seconds: seconds, bound: bound))
    }
}
