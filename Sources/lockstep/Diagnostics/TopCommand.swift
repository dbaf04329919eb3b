import ArgumentParser
import Foundation
import WebSocketTransport

/// `lockstep top`: what a server does right now.
struct TopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", abstract: "Show what a running server does, as it does it.",
        discussion: """
            Figures from the server's /metrics: sessions, edits, deliveries and bytes of each \
            second, how long commits and deliveries took (median and 99th percentile) and the \
            longest turns of its loop, memory and CPU. Drawn in place on a terminal until Ctrl-C; elsewhere a line each time.

            EXAMPLES
              lockstep top --url https://lists.example.org
              lockstep top --once --json | jq .sessions
            """)

    @OptionGroup var server: ServerAddress

    @Option(help: ArgumentHelp("Seconds between two looks.", valueName: "SECONDS"))
    var interval = 2.0

    @Flag(help: "Look twice, one interval apart, print the figures, and end.")
    var once = false

    @Flag(help: "One JSON object each time, a line each.")
    var json = false

    func validate() throws {
        guard interval >= 0.1, interval <= 3_600 else {
            throw ValidationError("--interval is from 0.1 to 3600 seconds")
        }
    }

    func run() async throws {
        let source = try await MetricsSource(server)
        do {
            // The first look tells whether there is a server to look at.
            let first = try await source.sample()
            try await Interruption.run { try await show(source, from: first) }
        } catch {
            await source.close()
            throw error
        }
        await source.close()
    }

    private func show(_ source: MetricsSource, from first: MetricsSample) async throws {
        var view = TopView(url: server.url, isJSON: json, isLive: !once)
        defer { view.finish() }
        if !once { try view.show(first, after: nil) }
        var last: MetricsSample? = first
        repeat {
            try await Task.sleep(for: .seconds(interval))
            do {
                let sample = try await source.sample()
                try view.show(sample, after: last)
                last = sample
            } catch let failure as CommandFailure where !once {
                try Task.checkCancellation()
                try view.show(failure)
                last = nil
            }
        } while !once
    }
}
