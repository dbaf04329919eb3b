import ArgumentParser
import Foundation
import ServerMetrics
import WebSocketTransport

/// `lockstep top`: shows the figures of a running server.
struct TopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", abstract: "Show the figures of a running server.",
        discussion: """
            The figures come from the server's /metrics: sessions; edits, deliveries and bytes per \
            second; the time of commits and deliveries (median and 99th percentile); the longest \
            turns of its loop; the engine that stores, and on NATS its streams, appends made again \
            and new leaders; memory and CPU. On a terminal they are redrawn in place until Ctrl-C; \
            elsewhere one line is printed for each interval. Of several servers it shows the first that \
            answers.

            EXAMPLES
              lockstep top --url https://lists.example.org
              lockstep top --once --json | jq .sessions
            """)

    @OptionGroup var server: ServerAddress

    @Option(help: ArgumentHelp("Seconds between two samples.", valueName: "SECONDS"))
    var interval: Number = 2.0

    @Flag(help: "Take two samples, one interval apart, print the figures, and exit.")
    var once = false

    @Flag(help: "Print one JSON object for each interval, one per line.")
    var json = false

    func validate() throws {
        guard interval >= 0.1, interval <= 3_600 else {
            throw ValidationError("--interval is from 0.1 to 3600 seconds")
        }
    }

    func run() async throws {
        let source = try await MetricsSource(server)
        do {
            // Without a first sample there is no server, and the command fails.
            let first = try await source.sample()
            try await InterruptibleTask.run { try await show(source, from: first) }
        } catch {
            await source.close()
            throw error
        }
        await source.close()
    }

    private func show(_ source: MetricsSource, from first: MetricsSample) async throws {
        var view = TopView(url: source.url, isJSON: json, isLive: !once)
        defer { view.finish() }
        if !once { try view.show(first, after: nil) }
        var last: MetricsSample? = first
        repeat {
            try await Task.sleep(for: .seconds(interval.value))
            do {
                let sample = try await source.sample()
                try view.show(sample, after: last)
                last = sample
            } catch let failure as CommandError where !once {
                try Task.checkCancellation()
                try view.show(failure)
                last = nil
            }
        } while !once
    }
}

/// Prints figures as the options ask: redrawn in place, as lines, or as JSON.
private struct TopView {
    private let url: String
    private let isJSON: Bool
    private var screen: TerminalScreen?
    private let time: DateFormatter

    /// - Parameter isLive: Whether there is more than one set of figures, to be redrawn in place.
    init(url: String, isJSON: Bool, isLive: Bool) {
        self.url = url
        self.isJSON = isJSON
        screen = isJSON || !isLive ? nil : .standardOutput
        time = DateFormatter()
        time.locale = Locale(identifier: "en_US_POSIX")
        time.dateFormat = "HH:mm:ss"
    }

    /// Prints the figures of a sample.
    mutating func show(_ sample: MetricsSample, after earlier: MetricsSample?) throws {
        let now = Date()
        let figures = TopFigures(sample, after: earlier, clock: now.timeIntervalSince1970)
        if isJSON {
            try Output.write(json: figures.json.utf8)
        } else if screen != nil {
            try screen?.draw(figures.screen(of: url, time: time.string(from: now)))
        } else {
            try Output.write(line: TerminalText(figures.line(time: time.string(from: now))))
        }
    }

    /// Prints why there is no sample; the next request may succeed.
    mutating func show(_ failure: CommandError) throws {
        let now = time.string(from: Date())
        if screen != nil {
            try screen?.draw([
                "\(url)  \(now)", "", "\(failure)", "", "Trying again; Ctrl-C ends it.",
            ])
        } else {
            Output.note(TerminalText(lines: "\(now)  \(failure)"))
        }
    }

    func finish() { screen?.finish() }
}

/// Requests samples of a server's metrics.
private final class MetricsSource: Sendable {
    private let server: RemoteURL
    private let headers: [(name: String, value: String)]
    private let loop: EventLoop
    private let dialer: Dialer

    /// Seconds to connect, and to wait for a response, at most.
    private static let patience = 5.0
    /// Bytes of a response, at most; usual are a few kilobytes.
    private static let maxBytes = 1 << 20

    init(_ address: ServerAddress) async throws {
        headers = address.headers
        loop = try EventLoop(name: "top")
        loop.start()
        var configuration = DialerConfiguration()
        configuration.connectSeconds = Self.patience
        configuration.requestSeconds = Self.patience
        dialer = try await Dialer(configuration, on: loop)
        do {
            server = try await address.answering(over: dialer)
        } catch {
            await dialer.close()
            loop.stop()
            throw error
        }
    }

    /// The server's address, for people.
    var url: String { "\(server.isSecure ? "https" : "http")://\(server.authority)" }

    /// Requests a sample.
    ///
    /// - Throws: `CommandError` that says what to do.
    func sample() async throws -> MetricsSample {
        let request = HTTPClientRequest(
            to: server.http("/metrics"), headers: headers)
        let response: HTTPClientResponse
        do {
            response = try await dialer.fetch(request, maxBodyBytes: Self.maxBytes)
        } catch {
            try Task.checkCancellation()
            throw CommandError(
                "\(error)", advice: "Is the server running? --url names another one.")
        }
        switch response.status {
        case 200: break
        case 401, 403, 404:
            throw CommandError(
                "\(url) does not show its figures (HTTP \(response.status)).",
                advice: "Proxies usually keep /metrics to themselves: ask the server behind it.")
        default:
            throw CommandError("\(url) answered HTTP \(response.status) for /metrics")
        }
        guard let sample = MetricsSample(response.text, at: EventLoop.now) else {
            throw CommandError("the server at \(url) is no Lockstep server")
        }
        return sample
    }

    func close() async {
        await dialer.close()
        loop.stop()
    }
}
