import ArgumentParser
import Foundation
import ListClient

extension ServerAddress {
    /// A client that is connected to the server.
    ///
    /// - Throws: `CommandFailure` that says what to do.
    func connect(name: String) async throws -> ListClient {
        do {
            return try await ListClient.connect(to: url, ClientOptions(name: name, token: token))
        } catch let error as ListClientError {
            throw CommandFailure(error)
        }
    }

    /// The name that others see: the user's.
    static var userName: String {
        ProcessInfo.processInfo.environment["USER"] ?? "lockstep"
    }
}
