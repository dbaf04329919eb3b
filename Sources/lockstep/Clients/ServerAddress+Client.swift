import ArgumentParser
import Foundation
import ListClient

extension ServerAddress {
    /// A client that is connected to the server.
    ///
    /// - Throws: `CommandFailure` that says what to do; `CancellationError` with the task.
    func connect(name: String) async throws -> ListClient {
        try await CommandFailure.translating {
            try await ListClient.connect(to: url, ClientOptions(name: name, token: token))
        }
    }

    /// Runs `body` with a client that is connected to the server, and stops the client then.
    ///
    /// - Throws: `CommandFailure`, and what `body` throws.
    func withClient<Value>(_ body: (ListClient) async throws -> Value) async throws -> Value {
        let client = try await connect(name: Self.userName)
        return try await Self.stopping(client) { try await body(client) }
    }

    /// Runs `body`, and stops `client` then, whatever came of it.
    static func stopping<Value>(
        _ client: ListClient, after body: () async throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await client.stop()
        return try result.get()
    }

    /// The name that others see: the user's.
    static var userName: String {
        ProcessInfo.processInfo.environment["USER"] ?? "lockstep"
    }
}
