import ArgumentParser
import Foundation
import HistoryChecking
import HistoryLoad
import JSON
import WebSocketTransport

/// `lockstep check`: loads a running server and holds what its clients saw against its promises.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check that a running server loses nothing, doubles nothing and keeps in step.",
        discussion: """
            Clients edit lists that the check makes for itself and deletes at the end (their names \
            begin with check-), drop their connections, come back and send again what was not \
            answered. Everything that they see is then held against what Lockstep promises, by a \
            model that shares no code with the server.

            Kill the server meanwhile and start it again: the clients come back, and nothing that \
            was answered may be missing. Ctrl-C ends the load early; what was seen is still judged.

            Exit code: 0 every property held; 1 one is broken, or the end could not be compared; \
            2 the check could not be made.
            """)

    @Argument(help: "The server, such as ws://127.0.0.1:8080; goes before --url.")
    var address: String?

    @OptionGroup var server: ServerAddress

    @Option(help: "How many clients edit (1 to 1000).")
    var clients = 20

    @Option(help: "How many lists they share (1 to 50).")
    var lists = 5

    @Option(help: "How long they edit (1 to 600 seconds; the history is kept in memory).")
    var seconds = 20

    @Option(help: "Repeats the choices of an earlier check (default: others each time).")
    var seed: UInt64?

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    mutating func validate() throws {
        if let address {
            server.url = address
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
        var crowd = SimulationSettings(prefix: "check-" + Self.randomName())
        crowd.clients = clients
        crowd.lists = lists
        crowd.seed = seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
        crowd.token = server.token
        let settings = CheckSettings(server: server, crowd: crowd, seconds: seconds)
        let result: CheckResult
        do {
            result = try await Self.run(settings)
        } catch {
            Output.note("lockstep check: \(error)")
            throw ExitCode(2)
        }
        try Output.write(line: json ? result.json(settings) : result.text(settings))
        if !result.hasHeld { throw ExitCode.failure }
    }

    private static func run(_ settings: CheckSettings) async throws -> CheckResult {
        let loop = try EventLoop(name: "check")
        loop.start()
        let dialer = try await Dialer(DialerConfiguration(), on: loop)
        let interruption = StopRequests()
        let signals = Task { await interruption.listen() }
        defer { signals.cancel() }
        let outcome: Result<CheckResult, any Error>
        do {
            let run = try CheckRun(settings, dialer: dialer, loop: loop, interruption)
            outcome = .success(try await run.run())
        } catch {
            outcome = .failure(error)
        }
        await dialer.close(within: 1)
        loop.stop()
        return try outcome.get()
    }

    /// What no other list's name begins with: 60 random bits.
    private static func randomName() -> String {
        String(UInt64.random(in: 0..<(1 << 60)), radix: 36)
    }
}
