import ArgumentParser
import Foundation
import LoadGenerator

/// What all scenarios are told.
struct LoadOptions: ParsableArguments {
    @OptionGroup var address: ServerAddress

    @Option(help: ArgumentHelp("The server's process, to measure its use.", valueName: "ID"))
    var pid: Int32?

    @Flag(help: "Start a server for this run, on a store that is thrown away.")
    var startServer = false

    @Option(
        help: ArgumentHelp("Start this server instead of this program.", valueName: "PROGRAM"))
    var server: String?

    @Option(help: ArgumentHelp("Where a started server's store is made.", valueName: "DIR"))
    var storeFolder: String?

    @Option(help: ArgumentHelp("The processor to run on.", valueName: "N"))
    var cpu: Int?

    @Option(help: ArgumentHelp("The processor for a started server.", valueName: "N"))
    var serverCpu: Int?

    @Option(help: ArgumentHelp("Bytes of a row's fields.", valueName: "BYTES"))
    var rowBytes = 200

    @Flag(help: "Print the result as one line of JSON.")
    var json = false

    @Option(help: ArgumentHelp("Write a page with plots.", valueName: "FILE"))
    var html: String?

    func validate() throws {
        guard (32...4_096).contains(rowBytes) else {
            throw ValidationError("--row-bytes must be from 32 to 4096")
        }
        if serverCpu != nil || storeFolder != nil, !startsServer {
            throw ValidationError("--server-cpu and --store-folder need --start-server")
        }
        if startsServer, pid != nil {
            throw ValidationError("--pid is for a server that runs already, without --start-server")
        }
    }

    var startsServer: Bool { startServer || server != nil }

    /// Runs a scenario and prints what came of it.
    func run(_ scenario: some Scenario) throws {
        let result = try measured(scenario)
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

    private func measured(_ scenario: some Scenario) throws -> ScenarioResult {
        defer { TerminalProgress().clear() }
        return try scenario.run(try context())
    }

    private func context() throws -> LoadContext {
        try Processor.pin(to: cpu)
        var started: ServerProcess?
        if startsServer {
            let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            started = try ServerProcess(
                binary: server ?? own ?? CommandLine.arguments[0], in: storeFolder,
                processor: serverCpu, ownProcessor: cpu)
        }
        return LoadContext(
            address: try started?.address ?? LoadAddress(url: address.url, token: address.token),
            process: pid,
            server: started, text: SyntheticList(rowBytes: rowBytes), progress: TerminalProgress())
    }
}
