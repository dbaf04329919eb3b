import Foundation
import ListServer
import Logging
import ServiceLifecycle

/// Keeps the server up until the process is asked to stop, then stops it in order.
struct ServerService: Service {
    let server: Server
    let log: Logger

    func run() async throws {
        try? await gracefulShutdown()
        let limit = Task {
            try await Task.sleep(for: .seconds(ServerService.patience))
            log.error("the journal does not return: ended without it; what was answered is stored")
            _exit(EXIT_FAILURE)
        }
        await server.stop()
        limit.cancel()
    }

    /// Seconds after which the process ends with what is stored.
    private static let patience = 4.8
}
