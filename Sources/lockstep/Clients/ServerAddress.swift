import ArgumentParser
import Foundation
import ListClient
import WebSocketTransport

/// The options of all commands that connect to a server: its address and the token.
struct ServerAddress: ParsableArguments {
    /// The environment variable that holds the token where no option does.
    static let tokenVariable = "LOCKSTEP_TOKEN"

    @Option(
        help: ArgumentHelp(
            "The server: http, https, ws or wss, host and port.", valueName: "URL"))
    var url = "http://127.0.0.1:8080"

    @Option(
        name: .customLong("token"),
        help: ArgumentHelp(
            "The token that identifies you (default: the variable LOCKSTEP_TOKEN).",
            valueName: "TOKEN"))
    var givenToken: String?

    /// The token; nil where none is given, for servers without authentication.
    var token: String? {
        let token = givenToken ?? ProcessInfo.processInfo.environment[Self.tokenVariable]
        return token.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The URL of the server's WebSocket.
    var webSocket: RemoteURL { get throws { try base.webSocket("/ws") } }

    /// The URL of `target`, which begins with a slash and is percent-encoded, over HTTP.
    func http(_ target: String) throws -> RemoteURL {
        try base.http(target)
    }

    /// The header fields of an HTTP request that contain the token.
    var headers: [(name: String, value: String)] {
        token.map { [("Authorization", "Bearer \($0)")] } ?? []
    }

    func validate() throws {
        _ = try base
    }

    private var base: RemoteURL {
        get throws {
            do {
                let base = try RemoteURL(url)
                guard ["/", "/ws"].contains(base.target) else {
                    throw ValidationError(
                        "--url names the server alone, without the path \(base.target)")
                }
                return base
            } catch let error as DialError {
                throw ValidationError("\(error)")
            }
        }
    }
}

extension ServerAddress {
    /// Connects a client to the server.
    ///
    /// - Parameter name: The name that others see.
    /// - Throws: `CommandError` that says what to do; `CancellationError` where the task is cancelled.
    func connect(name: String) async throws -> ListClient {
        try await CommandError.translating {
            try await ListClient.connect(to: url, ClientOptions(name: name, token: token))
        }
    }

    /// Runs `body` with a connected client, and stops the client afterwards.
    ///
    /// - Throws: `CommandError`, and what `body` throws.
    func withClient<Value>(_ body: (ListClient) async throws -> Value) async throws -> Value {
        let client = try await connect(name: Self.userName)
        return try await Self.stopping(client) { try await body(client) }
    }

    /// Runs `body`, and stops `client` afterwards, also where `body` throws.
    static func stopping<Value>(
        _ client: ListClient, after body: () async throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await client.stop()
        return try result.get()
    }

    /// The name that others see by default: that of the user of the process.
    static var userName: String {
        ProcessInfo.processInfo.environment["USER"] ?? "lockstep"
    }
}
