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
            Clients edit lists that the check makes and deletes at the end. They drop their \
            connections, reconnect, and resend edits without an answer. \
            The check then compares everything that they received with the properties that \
            the protocol promises, by a model that shares no code with the server.

            The server may be killed and started again during the check: the clients reconnect, and \
            no edit that was answered may be missing. Several servers of the same lists share the \
            clients: each connects elsewhere than before, and what all servers hold at the end is \
            compared; one that is away is left out, as long as another answers. Ctrl-C ends the load \
            early; what the clients received until then is still checked.

            The result has the edits that were refused by their codes, and the longest wait for an \
            answer. --keep-connections makes that the wait of users who stay where they are until \
            their server fails; --json-lines tells it, and more of each client and list, while the \
            check runs.

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

    @Option(help: "Seconds of editing (1 to 3600; the history is kept in memory).")
    var seconds = 20

    @Option(help: "Repeat the choices of an earlier check (default: a new seed each time).")
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "What the names of the lists begin with, TEXT-0, TEXT-1, …, TEXT-passing-0; no other list's name "
                + "may (default: check- and a random text).", valueName: "TEXT"))
    var prefix: String?

    @Flag(help: "Leave the lists when the check ends.")
    var keepLists = false

    @Flag(help: "Clients do not drop their connections, and stay at a server until it fails.")
    var keepConnections = false

    @Option(
        help: ArgumentHelp(
            "Seconds without a sign of a server after which a client pings it, and as many again after which "
                + "it goes on elsewhere (default: 30, then 10).", valueName: "SECONDS"))
    var patience: Number?

    @Option(
        help: ArgumentHelp(
            "The server's setting history.sets: it must have the changes since each of a list's last so "
                + "many revisions.", valueName: "NUMBER"))
    var historySets: Int?

    @Flag(
        help: """
            Let a client that opens a list be shown an older state than others have seen, though not \
            than it has seen itself: one server of several may be cut off from its journal meanwhile.
            """)
    var allowStaleOpens = false

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write the state of each interval as JSON lines.", valueName: "FILE"))
    var jsonLines: String?

    @Option(help: "Seconds of an interval.")
    var interval: Number = 1.0

    mutating func validate() throws {
        if !addresses.isEmpty {
            server.givenURLs = addresses
            try server.validate()
        }
        try Self.check(clients, in: 1...1_000, "--clients")
        try Self.check(lists, in: 1...50, "--lists")
        try Self.check(seconds, in: 1...3_600, "--seconds")
        if let historySets { try Self.check(historySets, in: 1...10_000_000, "--history-sets") }
        if let prefix { try LoadAccess.check(prefix: prefix) }
        guard interval > 0 else { throw ValidationError("--interval is above 0") }
        guard patience.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--patience is above 0")
        }
        try LoadBounds.check(seconds: [interval, patience].compactMap(\.self))
        guard jsonLines != "-" else {
            throw ValidationError("--json-lines writes to a file: standard output has the result")
        }
        try ResultFile.check([("--json-lines", jsonLines)])
    }

    private static func check(_ value: Int, in range: ClosedRange<Int>, _ name: String) throws {
        guard range.contains(value) else {
            throw ValidationError(
                "\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
    }

    func run() async throws {
        var simulation = SimulationSettings(prefix: prefix ?? "check-" + Self.randomName())
        simulation.clients = clients
        simulation.lists = lists
        simulation.seed = seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
        simulation.token = server.token
        simulation.keepsConnections = keepConnections
        var settings = CheckSettings(servers: server.urls, simulation: simulation, seconds: seconds)
        settings.patience = patience?.value
        settings.historySets = historySets
        settings.keepsLists = keepLists
        settings.allowsStaleOpens = allowStaleOpens
        let result: CheckResult
        do {
            try DescriptorNeeds(clients: clients).check()
            let lines = try jsonLines.map { path throws(LoadError) in try ResultFile(path) }
            if lines != nil { settings.statusSeconds = interval.value }
            lines?.begin()
            result = try await Self.run(settings) { status throws(CheckError) in
                do throws(LoadError) {
                    try lines?.write(status.json + "\n")
                } catch {
                    throw CheckError("\(error)")
                }
            }
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
    private static func run(
        _ settings: CheckSettings,
        report: @escaping @Sendable (CheckStatus) throws(CheckError) -> Void
    ) async throws -> CheckResult {
        let stops = StopRequests()
        let signals = Task {
            for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
                await stops.add()
            }
        }
        defer { signals.cancel() }
        let bar = ProgressBar()
        defer { bar.finish() }
        return try await ServerCheck.run(settings, stops: stops, report: report) {
            bar.show($0, $1)
        }
    }

    /// 60 random bits, so that no other list's name begins so.
    private static func randomName() -> String {
        String(UInt64.random(in: 0..<(1 << 60)), radix: 36)
    }
}
