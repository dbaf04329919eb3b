import Authentication
import ServiceLifecycle

/// Looks every few seconds whether the keys for tokens have changed, so that the log tells of a
/// broken file before somebody signs in.
struct KeyService: Service {
    let verifier: TokenVerifier

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(2))
                await verifier.refresh()
            }
        }
    }
}
