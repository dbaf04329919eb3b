import ArgumentParser
import Foundation
import ListClient
import WebSocketTransport

/// The options of all commands that connect to a server: its address, or those of several servers of the
/// same lists, and the token.
struct ServerAddress: ParsableArguments {
    /// The environment variable that holds the addresses where no option does, separated by commas.
    static let addressVariable = "LOCKSTEP_URL"
    /// The environment variable that holds the token where no option does.
    static let tokenVariable = "LOCKSTEP_TOKEN"

    @Option(
        name: .customLong("url"),
        help: ArgumentHelp(
            "The server: http, https, ws or wss, host and port. More than once for servers of the same "
                + "lists, of which the next is used where one fails (default: the variable "
                + "LOCKSTEP_URL, separated by commas, or http://127.0.0.1:8080).",
            valueName: "URL"))
    var givenURLs: [String] = []

    /// The addresses, at least one.
    var urls: [String] {
        guard givenURLs.isEmpty else { return givenURLs }
        let named = ProcessInfo.processInfo.environment[Self.addressVariable] ?? ""
        let urls = Self.addresses(in: named)
        return urls.isEmpty ? ["http://127.0.0.1:8080"] : urls
    }

    /// The addresses of a text that separates them by commas.
    static func addresses(in text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

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

    /// The header fields of an HTTP request that contain the token.
    var headers: [(name: String, value: String)] {
        token.map { [("Authorization", "Bearer \($0)")] } ?? []
    }

    func validate() throws {
        _ = try servers
    }

    /// The servers, at least one; their `target` means nothing.
    var servers: [RemoteURL] {
        get throws {
            let name = givenURLs.isEmpty ? Self.addressVariable : "--url"
            return try urls.map { url in
                do {
                    let base = try RemoteURL(url)
                    guard ["/", "/ws"].contains(base.target) else {
                        throw ValidationError(
                            "\(name) names the server alone, without the path \(base.target)")
                    }
                    return base
                } catch let error as DialError {
                    throw ValidationError("\(name): \(error)")
                }
            }
        }
    }

    /// The server for the requests of a command over HTTP: the first that answers, or the only one.
    ///
    /// A command stays with it: a request that broke may have been served, so that it is not repeated
    /// elsewhere.
    ///
    /// - Throws: `CommandError` where none of several answers; `DialError`.
    func answering(over dialer: Dialer) async throws -> RemoteURL {
        let servers = try servers
        if servers.count == 1 { return servers[0] }
        var last = ""
        for server in servers {
            do throws(DialError) {
                _ = try await dialer.fetch(HTTPClientRequest(to: server.http("/healthz")))
                return server
            } catch {
                last = "\(error)"
            }
            try Task.checkCancellation()
        }
        throw CommandError("none of the \(servers.count) servers answers; the last: \(last)")
    }
}

extension ServerAddress {
    /// Connects a client to the server.
    ///
    /// - Parameter name: The name that others see.
    /// - Throws: `CommandError` that says what to do; `CancellationError` where the task is cancelled.
    func connect(name: String) async throws -> ListClient {
        try await CommandError.translating {
            try await ListClient.connect(to: urls, ClientOptions(name: name, token: token))
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
