import Authentication
import Foundation
import ListServer
import Logging
import ServiceLifecycle
import UnixSignals

/// Runs the server until the process is to stop, then stops it in order.
struct ServerService: Service {
    let server: Server
    let log: Logger

    func run() async throws {
        ServiceManager.tell(.ready)
        try? await gracefulShutdown()
        ServiceManager.tell(.stopping)
        let limit = Task {
            try await Task.sleep(for: .seconds(ServerService.patience))
            log.error(
                "the journal did not close in time: the process ends; every answered edit is stored"
            )
            _exit(EXIT_FAILURE)
        }
        await server.stop()
        limit.cancel()
    }

    /// Seconds that the server has to stop; the process ends after that without it.
    private static let patience = 4.8
}

/// Checks every second whether it is time to read the keys for tokens again: so the log reports a broken file
/// before a user signs in, and keys at a URL are fetched, the first ones too.
struct KeyRefreshService: Service {
    let verifier: TokenVerifier
    /// What fetches them; nil where they are in a file.
    let fetcher: KeyFetcher?

    func run() async throws {
        await withGracefulShutdownHandler {
            try? await cancelWhenGracefulShutdown {
                while true {
                    await verifier.refresh()
                    try await Task.sleep(for: .seconds(1))
                }
            }
        } onGracefulShutdown: {
            // A request under way would hold up the end.
            Task { await fetcher?.stop() }
        }
        await fetcher?.stop()
    }
}

/// Reads certificates, keys, revoked tokens and hooks again on SIGHUP; connections stay open, but for those whose
/// tokens are revoked.
struct ReloadService: Service {
    let server: Server
    /// SIGHUP, trapped since before the files were read.
    let signals: UnixSignalsSequence

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in signals {
                await server.reload()
            }
        }
    }
}
