import ListServer
import ServiceLifecycle
import UnixSignals

/// Reads certificates and keys again upon SIGHUP; connections go on.
struct ReloadService: Service {
    let server: Server

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                await server.reload()
            }
        }
    }
}
