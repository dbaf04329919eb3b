import WebSocketTransport

/// Asks a server for its figures.
final class MetricsSource: Sendable {
    private let address: ServerAddress
    private let loop: EventLoop
    private let dialer: Dialer

    /// What does not answer for so long is not there.
    private static let patience = 5.0
    /// The figures of a server take a few kilobytes.
    private static let maxBytes = 1 << 20

    init(_ address: ServerAddress) async throws {
        self.address = address
        loop = try EventLoop(name: "top")
        loop.start()
        var configuration = DialerConfiguration()
        configuration.connectSeconds = Self.patience
        configuration.requestSeconds = Self.patience
        dialer = try await Dialer(configuration, on: loop)
    }

    /// - Throws: `CommandFailure` that says what to do.
    func sample() async throws -> MetricsSample {
        let request = HTTPClientRequest(
            to: try address.http("/metrics"), headers: address.headers)
        let response: HTTPClientResponse
        do {
            response = try await dialer.fetch(request, maxBodyBytes: Self.maxBytes)
        } catch {
            try Task.checkCancellation()
            throw CommandFailure("\(error)\nIs the server running? --url names another one.")
        }
        switch response.status {
        case 200: break
        case 401, 403, 404:
            throw CommandFailure(
                "\(address.url) does not show its figures (HTTP \(response.status)).\n"
                    + "Proxies usually keep /metrics to themselves: ask the server behind it.")
        default:
            throw CommandFailure("\(address.url) answered HTTP \(response.status) for /metrics")
        }
        guard let sample = MetricsSample(response.text, at: EventLoop.now) else {
            throw CommandFailure("what answers at \(address.url) is no Lockstep server")
        }
        return sample
    }

    func close() async {
        await dialer.close()
        loop.stop()
    }
}
