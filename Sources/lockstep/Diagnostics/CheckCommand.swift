import ArgumentParser
import HistoryLoad
import LoadGenerator
import ServerChecking
import UnixSignals

/// `lockstep check`: loads a running server and checks what its clients saw.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Check that a running server loses no edit, applies none twice and keeps the order.",
        discussion: """
            Clients edit lists that the check makes and deletes at the end (their names begin with \
            check-). They drop their connections, reconnect, and resend edits without an answer. \
            The check then compares everything that they received with the properties that \
            Lockstep promises, by a model that shares no code with the server.

            The server may be killed and started again during the check: the clients reconnect, and \
            no edit that was answered may be missing. Several servers of the same lists share the \
            clients: each connects elsewhere than before, and what all servers hold at the end is \
            compared; one that is away is left out, as long as another answers. Ctrl-C ends the load early; what the clients \
            received until then is still checked.

            Exit code: 0 every property held; 1 one is broken, or the final state could not be \
            compared; 2 the check could not be made.
            """)

    @Argument(
        help: ArgumentHelp(
            "The server, such as ws://127.0.0.1:8080, or several servers of the same lists; overrides "
                + "--url.", valueName: "address"))
    var addresses: [String] = []

    @OptionGroup var server: ServerAddress

    @Option(help: "The number of clients that edit (1 to 1000).")
    var clients = 20

    @Option(help: "The number of lists that they share (1 to 50).")
    var lists = 5

    @Option(help: "Seconds of editing (1 to 600; the history is kept in memory).")
    var seconds = 20

    @Option(help: "Repeat the choices of an earlier check (default: a new seed each time).")
    var seed: UInt64?

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    mutating func validate() throws {
        if !addresses.isEmpty {
            server.givenURLs = addresses
            try server.validate()
        }
        try Self.check(clients, in: 1...1_000, "--clients")
        try Self.check(lists, in: 1...50, "--lists")
        try Self.check(seconds, in: 1...600, "--seconds")
    }

    private static func check(_ value: Int, in range: ClosedRange<Int>, _ name: String) throws {
        guard range.contains(value) else {
            throw ValidationError(
                "\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
    }

    func run() async throws {
        var simulation = SimulationSettings(prefix: "check-" + Self.randomName())
        simulation.clients = clients
        simulation.lists = lists
        simulation.seed = seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
        simulation.token = server.token
        let settings = CheckSettings(servers: server.urls, simulation: simulation, seconds: seconds)
        let result: CheckResult
        do {
            try DescriptorNeeds(clients: clients).check()
            result = try await Self.run(settings)
        } catch {
            Output.note("lockstep check: \(error)")
            throw ExitCode.notChecked
        }
        if json {
            try Output.write(json: result.json(settings).utf8)
        } else {
            try Output.write(line: TerminalText(lines: result.text(settings)))
        }
        if !result.hasHeld { throw ExitCode.failure }
    }

    /// Runs the check; SIGINT (Ctrl-C) and SIGTERM are requests to stop it.
    private static func run(_ settings: CheckSettings) async throws -> CheckResult {
        let stops = StopRequests()
        let signals = Task {
            for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
                await stops.add()
            }
        }
        defer { signals.cancel() }
        let bar = ProgressBar()
        defer { bar.finish() }
        return try await ServerCheck.run(settings, stops: stops) { bar.show($0, $1) }
    }

    /// 60 random bits, so that no other list's name begins so.
    private static func randomName() -> String {
        String(UInt64.random(in: 0..<(1 << 60)), radix: 36)
    }
}
