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
            Without it, --url names a running server, and --pid its process, where its use of \
            processor and memory is to be measured. Several servers of the same lists (--url more \
            than once) share the clients; one that reconnects does so at the next. The settings of the journal in the environment \
            (LOCKSTEP_JOURNAL_ENGINE, LOCKSTEP_NATS_URLS, …) are those of a started server.

                lockstep load fanout --start-server --cpu 0 --server-cpu 1 --subscribers 50
                lockstep load editors --url ws://127.0.0.1:8080 --pid 4711 --editors 20 --json

            The lists that a scenario makes are deleted at its end.
            """,
        subcommands: [
            LoadFanout.self, LoadEditors.self, LoadLists.self, LoadGrowth.self, LoadIdle.self,
            LoadStorm.self, LoadRestart.self, LoadLongList.self,
        ])
}

/// The options of all scenarios.
struct LoadOptions: ParsableArguments {
    @OptionGroup var address: ServerAddress

    @Option(help: ArgumentHelp("The server's process, to measure its use.", valueName: "ID"))
    var pid: Int32?

    @Flag(help: "Start a server for this run, on a temporary store.")
    var startServer = false

    @Option(
        help: ArgumentHelp("Start this server instead of this program.", valueName: "PROGRAM"))
    var server: String?

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

    @Option(help: ArgumentHelp("Write an HTML page with plots.", valueName: "FILE"))
    var html: String?

    func validate() throws {
        guard (32...4_096).contains(rowBytes) else {
            throw ValidationError("--row-bytes must be from 32 to 4096")
        }
        if serverCpu != nil || storeFolder != nil, !startsServer {
            throw ValidationError("--server-cpu and --store-folder need --start-server")
        }
        if startsServer, pid != nil {
            throw ValidationError("--pid names a running server: omit --start-server")
        }
    }

    var startsServer: Bool { startServer || server != nil }

    /// Runs a scenario and prints its result.
    func run(_ scenario: some Scenario) throws {
        let bar = ProgressBar()
        defer { bar.finish() }
        let result = try scenario.run(try context(bar))
        bar.finish()
        let text =
            json
            ? String(decoding: result.json, as: UTF8.self) + "\n"
            : ResultTable(result).text
        try Output.write(text: text)
        if let html {
            do {
                try ResultPage(result).html.write(toFile: html, atomically: true, encoding: .utf8)
            } catch {
                throw ValidationError("\(html) cannot be written: \(error.localizedDescription)")
            }
        }
        if !result.converged { throw ExitCode.failure }
    }

    /// The server and the settings of a run; starts the server where that is asked for.
    private func context(_ progress: ProgressBar) throws -> LoadContext {
        try Processor.pin(to: cpu)
        var started: ServerProcess?
        if startsServer {
            let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            started = try ServerProcess(
                binary: server ?? own ?? CommandLine.arguments[0], in: storeFolder,
                processor: serverCpu, ownProcessor: cpu)
        }
        return LoadContext(
            addresses: try started.map { [$0.address] }
                ?? address.urls.map { try LoadAddress(url: $0, token: address.token) },
            process: pid, server: started, text: SyntheticList(rowBytes: rowBytes),
            progress: progress)
    }
}
