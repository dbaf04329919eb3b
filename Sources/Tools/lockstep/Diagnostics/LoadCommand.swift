import ArgumentParser
import Foundation
import LoadGenerator

/// `lockstep load`: measures a server under load.
struct LoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Load a server and measure it.",
        discussion: """
            With --start-server, a server of this same program is started on a free port and a \
            temporary store; with --cpu and --server-cpu the two run on different processors. \
            Without it, --url names a running server, whose use of processor and memory is that \
            of its process (--pid), else what its /metrics show. Several servers of the same lists (--url more \
            than once) share the clients; one that reconnects does so at the next. The settings of the journal in the environment \
            (LOCKSTEP_JOURNAL_ENGINE, LOCKSTEP_NATS_URLS, …) are those of a started server.

                lockstep load fanout --start-server --cpu 0 --server-cpu 1 --subscribers 50
                lockstep load editors --url ws://127.0.0.1:8080 --pid 4711 --editors 20 --json
                lockstep load storm --url wss://lists.example.org --ca ca.pem --key tokens.key

            TLS is used with wss and https. The lists that a scenario makes are deleted at its end, \
            also after Ctrl-C and SIGTERM; a second signal ends it at once. With --key or --tokens \
            each client is a user of its own, an editor; requests that create and delete lists \
            have --token, else the first one of --tokens, which must be an owner's. The status is 1 \
            where the clients did not converge, 2 where the run could not be carried out.
            """,
        subcommands: [
            LoadFanout.self, LoadEditors.self, LoadLists.self, LoadGrowth.self, LoadIdle.self,
            LoadStorm.self, LoadRestart.self, LoadLongList.self, LoadProfileCommand.self,
            LoadMerge.self,
        ])

    /// The status where a run could not be carried out; 1 is that of a run that was not met.
    static let couldNotRun = ExitCode(2)

    /// Names the lists of a run that could not be deleted.
    static func tell(left lists: [String]) {
        guard !lists.isEmpty else { return }
        Output.note("the server did not delete: \(lists.joined(separator: ", "))")
    }

    /// Says why a run could not be carried out.
    static func failure(_ error: some CustomStringConvertible) -> ExitCode {
        Output.note("Error: \(error)")
        return couldNotRun
    }
}

/// The options of all scenarios.
struct LoadOptions: ParsableArguments {
    @OptionGroup var access: LoadAccess

    @Option(
        help: ArgumentHelp(
            "The server's process, to measure its use exactly (default: by its /metrics).",
            valueName: "ID"))
    var pid: Int32?

    @OptionGroup var metrics: MetricsOption

    @Option(
        help: ArgumentHelp(
            "Connect from so many addresses, 127.0.0.1 to 127.0.0.N; each has 28,000 ports.",
            valueName: "N"))
    var sources = 1

    @Flag(help: "Start a server for this run, on a temporary store.")
    var startServer = false

    @Option(
        help: ArgumentHelp("Start this server instead of this program.", valueName: "PROGRAM"))
    var server: String?

    @Flag(help: "Have a started server speak TLS, with a certificate that is made for the run.")
    var tls = false

    @Option(help: ArgumentHelp("The folder of a started server's store.", valueName: "DIR"))
    var storeFolder: String?

    @Option(help: ArgumentHelp("The processor to run on.", valueName: "N"))
    var cpu: Int?

    @Option(help: ArgumentHelp("The processor for a started server.", valueName: "N"))
    var serverCpu: Int?

    @Option(help: ArgumentHelp("Bytes of a row's fields.", valueName: "BYTES"))
    var rowBytes = 200

    @Flag(help: "Print the result as one line of JSON.")
    var json = false

    @OptionGroup var html: PageOption

    func validate() throws {
        guard (32...4_096).contains(rowBytes) else {
            throw ValidationError("--row-bytes must be from 32 to 4096")
        }
        guard (1...LoadAddress.mostSources).contains(sources) else {
            throw ValidationError("--sources must be from 1 to \(LoadAddress.mostSources)")
        }
        if tls || serverCpu != nil || storeFolder != nil, !startsServer {
            throw ValidationError("--tls, --server-cpu and --store-folder need --start-server")
        }
        if startsServer, !access.address.givenURLs.isEmpty {
            throw ValidationError("--url is of a running server: omit --start-server")
        }
        if startsServer, pid != nil || metrics.metrics != nil {
            throw ValidationError(
                "--pid and --metrics are of a running server: omit --start-server")
        }
    }

    /// The most clients that ports suffice for.
    var mostClients: Int { 25_000 * sources }

    var startsServer: Bool { startServer || server != nil }

    /// Runs a scenario and prints its result.
    func run(_ scenario: some Scenario) async throws {
        let bar = ProgressBar()
        defer { bar.finish() }
        let interruption = LoadInterruption {
            bar.finish()
            Output.note(
                "stopping; a second signal ends the run at once, and leaves its lists behind")
        }
        var result: ScenarioResult
        let began = Date()
        do {
            result = try await run(scenario, bar, interruption)
        } catch let signal as LoadInterruption.Signal {
            throw ExitCode(signal.exitCode)
        } catch let error as LoadError {
            bar.finish()
            throw LoadCommand.failure(error)
        } catch let error as ValidationError {
            bar.finish()
            throw LoadCommand.failure(error.message)
        }
        bar.finish()
        result.circumstances = Circumstances.all(began: began)
        if json {
            try Output.write(json: result.json)
        } else {
            try Output.write(TerminalText(lines: ResultTable(result).text))
        }
        if let path = html.path {
            do {
                try ResultFile.write(ResultPage(result).html, to: path)
            } catch {
                throw LoadCommand.failure(error)
            }
        }
        if !result.converged { throw ExitCode.failure }
    }

    /// Runs a scenario, and removes what it made, also where it fails.
    private func run(
        _ scenario: some Scenario, _ bar: ProgressBar, _ interruption: LoadInterruption
    ) async throws -> ScenarioResult {
        let lists = RunLists(prefix: access.prefix, names: access.list)
        let tokens = try await access.makeTokens(scenario.clientCount, on: lists.patterns)
        try Processor.pin(to: cpu)
        let started = try startServer(interruption)
        let context = LoadContext(
            addresses: try started.map { [$0.address] }
                ?? access.servers(tokens.manager, sources: sources),
            tokens: LoadTokens(started == nil ? tokens.clients : []), process: pid,
            metrics: try metrics.server.map { try access.metrics(at: $0, tokens.manager) },
            server: started, text: SyntheticList(rowBytes: rowBytes), lists: lists, progress: bar,
            interruption: interruption)
        defer {
            let left = context.deleteLists()
            if !left.isEmpty { bar.finish() }
            LoadCommand.tell(left: left)
        }
        return try context.run(scenario)
    }

    /// Starts the server where that is asked for.
    private func startServer(_ interruption: LoadInterruption) throws -> ServerProcess? {
        guard startsServer else { return nil }
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        return try ServerProcess(
            binary: server ?? own ?? CommandLine.arguments[0], in: storeFolder,
            processor: serverCpu, ownProcessor: cpu, sources: sources, usesTLS: tls,
            interruption: interruption)
    }
}
