import Authentication
import Foundation
import ListServer
import Logging
import UnixSignals

/// What runs beside the server, until its task is cancelled.
protocol BackgroundService: Sendable {
    func run() async
}

/// A server that has begun, and what runs beside it.
struct ServerServices: Sendable {
    let server: Server
    let background: [any BackgroundService]
    let log: Logger

    /// Seconds that the server has to stop; the process ends after that without it.
    private static let patience = 4.8

    /// Runs until the process is to stop, then stops the server, and after it what runs beside.
    func run(until signals: StopSignals) async {
        await withTaskGroup { group in
            for service in background { group.addTask { await service.run() } }
            ServiceManager.tell(.ready)
            await signals.first()
            ServiceManager.tell(.stopping)
            await stop()
            group.cancelAll()
        }
    }

    private func stop() async {
        let limit = Task {
            try await Task.sleep(for: .seconds(Self.patience))
            log.error(
                "the journal did not close in time: the process ends; every answered edit is stored"
            )
            _exit(EXIT_FAILURE)
        }
        await server.stop()
        limit.cancel()
    }
}

/// Checks every second whether it is time to read the keys for tokens again: so the log reports a broken file
/// before a user signs in, and keys at a URL are fetched, the first ones too.
struct KeyRefreshService: BackgroundService {
    let verifier: TokenVerifier
    /// What fetches them; nil where they are in a file.
    let fetcher: KeyFetcher?

    func run() async {
        await withTaskCancellationHandler {
            while !Task.isCancelled {
                await verifier.refresh()
                try? await Task.sleep(for: .seconds(1))
            }
        } onCancel: {
            // A request under way would hold up the end.
            Task { await fetcher?.stop() }
        }
        await fetcher?.stop()
    }
}

/// Reads certificates, keys, revoked tokens and hooks again on SIGHUP; connections stay open, but for those whose
/// tokens are revoked.
struct ReloadService: BackgroundService {
    let server: Server
    /// SIGHUP, trapped since before the files were read.
    let signals: UnixSignalsSequence

    func run() async {
        for await _ in signals {
            await server.reload()
        }
    }
}
