import JSON
import ListProtocol
import WebSocketTransport

/// A client of the HTTP interface of a running server.
final class ServerAPI: Sendable {
    private let server: RemoteURL
    private let headers: [(name: String, value: String)]
    private let loop: EventLoop
    private let dialer: Dialer

    /// Bytes of a body, at most; a snapshot is the largest.
    private static let maxBodyBytes = 1 << 30
    /// Seconds until the first byte of a response, at most; a backup takes the longest.
    private static let patience = 600.0

    init(_ address: ServerAddress) async throws {
        headers = address.headers
        loop = try EventLoop(name: "client")
        loop.start()
        var configuration = DialerConfiguration()
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

    /// Sends a request and returns the response where it has one of the statuses.
    ///
    /// - Throws: `CommandError` with the server's message for any other status; `DialError`.
    func request(
        _ method: String, _ target: String, body: [UInt8] = [], for statuses: Int...
    ) async throws -> HTTPClientResponse {
        let response = try await dialer.fetch(
            message(method, target, body), maxBodyBytes: Self.maxBodyBytes)
        guard statuses.contains(response.status) else {
            throw Self.error(response, of: target)
        }
        return response
    }

    /// Sends a request for a body of any size, which the caller reads in pieces.
    ///
    /// - Throws: `CommandError` with the server's message for a status other than 200; `DialError`.
    func download(_ target: String) async throws -> HTTPDownload {
        let download = try await dialer.download(message("GET", target, []))
        guard download.response.status == 200 else {
            var response = download.response
            while let piece = try await download.nextPiece() { response.body += piece }
            throw Self.error(response, of: target)
        }
        return download
    }

    /// Every list's id, ascending.
    func lists() async throws -> [ListID] {
        let response = try await request("GET", "/api/lists", for: 200)
        let value = try JSONReader.read(response.body)
        guard let lists = value.object?["lists"]?.array else {
            throw CommandError("the server's response for its lists cannot be read")
        }
        return try lists.map { entry throws(CommandError) in
            let name = entry.object?["list"]?.string ?? ""
            guard let list = ListID(checking: name) else {
                throw CommandError("the server names a list \"\(name)\", which cannot be an id")
            }
            return list
        }
    }

    func close() async {
        await dialer.close()
        loop.stop()
    }

    private func message(
        _ method: String, _ target: String, _ body: [UInt8]
    ) -> HTTPClientRequest {
        let type = body.isEmpty ? [] : [(name: "Content-Type", value: "application/json")]
        return HTTPClientRequest(
            to: server.http(target), method: method, headers: headers + type, body: body)
    }

    private static func error(_ response: HTTPClientResponse, of target: String) -> CommandError {
        let object = (try? JSONReader.read(response.body))?.object
        let message = object?["message"]?.string ?? "no reason given"
        return CommandError("the server answered \(response.status) for \(target): \(message)")
    }
}
