import ListServer
import ServiceLifecycle

/// Keeps the server up until the process is asked to stop, then stops it in order.
struct ServerService: Service {
    let server: Server

    func run() async throws {
        try? await gracefulShutdown()
        await server.stop()
    }
}
