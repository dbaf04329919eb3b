import JSON
import ListProtocol
import WebSocketTransport

/// The HTTP interface of a server that runs, as commands use it.
final class ServerClient: Sendable {
    private let address: ServerAddress
    private let loop: EventLoop
    private let dialer: Dialer

    /// A snapshot may have so many bytes.
    private static let maxBodyBytes = 1 << 30
    /// A server may take so long for a backup before the first byte.
    private static let patience = 600.0

    init(_ address: ServerAddress) async throws {
        self.address = address
        loop = try EventLoop(name: "client")
        loop.start()
        var configuration = DialerConfiguration()
        configuration.requestSeconds = Self.patience
        dialer = try await Dialer(configuration, on: loop)
    }

    /// Asks, and gives the answer where it has one of the statuses.
    ///
    /// - Throws: `CommandError` with what the server says where it has another; `DialError`.
    func ask(
        _ method: String, _ target: String, body: [UInt8] = [], for statuses: Int...
    ) async throws -> HTTPClientResponse {
        let response = try await dialer.fetch(
            try request(method, target, body), maxBodyBytes: Self.maxBodyBytes)
        guard statuses.contains(response.status) else {
            throw Self.refusal(response, of: target)
        }
        return response
    }

    /// Begins to read a body that may be of any size.
    func download(_ target: String) async throws -> HTTPDownload {
        let download = try await dialer.download(try request("GET", target, []))
        guard download.response.status == 200 else {
            var response = download.response
            while let piece = try await download.nextPiece() { response.body += piece }
            throw Self.refusal(response, of: target)
        }
        return download
    }

    /// Every list's id, ascending.
    func lists() async throws -> [ListID] {
        let response = try await ask("GET", "/api/lists", for: 200)
        let value = try JSONReader.read(response.body)
        guard let lists = value.object?["lists"]?.array else {
            throw CommandError("the server's answer for its lists cannot be read")
        }
        return lists.compactMap { $0.object?["list"]?.string }.map { ListID($0) }
    }

    func close() async {
        await dialer.close()
        loop.stop()
    }

    private func request(
        _ method: String, _ target: String, _ body: [UInt8]
    ) throws -> HTTPClientRequest {
        let type = body.isEmpty ? [] : [(name: "Content-Type", value: "application/json")]
        return HTTPClientRequest(
            to: try address.http(target), method: method, headers: address.headers + type,
            body: body)
    }

    private static func refusal(_ response: HTTPClientResponse, of target: String) -> CommandError {
        let object = (try? JSONReader.read(response.body))?.object
        let message = object?["message"]?.string ?? "it gave no reason"
        return CommandError("the server answered \(response.status) for \(target): \(message)")
    }
}
