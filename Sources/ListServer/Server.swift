import ListEditing
package import ListJournal
import ListProtocol
package import Logging
import WebSocketTransport

/// A running server: event loop, journal, lists, and the port that they are reached at.
package final class Server: Sendable {
    private let services: Services
    private let directory: Directory
    private let listener: Listener

    /// The port that it listens on.
    package var port: Int { listener.port }

    /// Opens every list of the journal, makes those of `samples` where it has none, and listens.
    ///
    /// - Parameter samples: A folder with descriptions of lists; nil: an empty store stays empty.
    package init(
        _ options: ServerOptions, journal: any Journal, samples: String?, log: Logger,
        clock: WallClock = .system
    ) async throws {
        let loop = try EventLoop(name: "lockstep")
        loop.start()
        services = Services(
            loop: loop, journal: journal, options: options, log: log, clock: clock,
            metrics: Metrics(), health: Health(log: log))
        directory = Directory(services: services)
        try await directory.start()
        if let samples, await directory.isEmpty {
            try await SampleLists(folder: samples).create(
                in: directory, limits: options.limits, log: log)
        }
        let application = HTTPApplication(directory: directory, services: services)
        listener = try await TakeOver(seconds: options.takeOverSeconds, log: log).of("the port") {
            () throws(TransportError) in
            try await Listener(ListenerConfiguration(options), on: loop, application: application)
        } whileIn: { (error: TransportError) in
            if case .addressInUse = error { true } else { false }
        }
        services.health.enter(.running)
        let count = await directory.count
        log.notice(
            "serving",
            metadata: [
                "url": "http://\(options.host):\(listener.port)",
                "lists": "\(count)",
            ])
    }

    /// Takes no new sessions, finishes every commit, says goodbye to all and stops.
    ///
    /// Within four seconds, but for a disk that does not return.
    package func stop() async {
        services.health.enter(.stopping)
        listener.stopAccepting()
        await directory.finish(within: 2.5)
        await listener.close(within: 1.5)
        await services.journal.close()
        services.loop.stop()
    }
}

extension ListenerConfiguration {
    fileprivate init(_ options: ServerOptions) {
        self.init()
        host = options.host
        port = options.port
        webRoot = options.web
        maxMessageBytes = options.limits.frameBytes
        maxConnections = options.sessions
        stallSeconds = Double(options.limits.stallSeconds)
        allowedOrigins = options.origins
        serverName = ServerVersion.name
    }
}
