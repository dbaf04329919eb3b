import ArgumentParser
import ListClient

/// Why a command did not do what was asked: a line for standard error, and the exit code.
struct CommandFailure: Error, CustomStringConvertible {
    /// Nothing could be done, or not all of it: the server cannot be reached, the list is not there.
    static let failed = ExitCode(1)
    /// The server refused the edit.
    static let refused = ExitCode(2)
    /// It is not known whether the edit was applied.
    static let unknown = ExitCode(3)

    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// With what is to be done about it.
    init(_ error: ListClientError) {
        switch error {
        case .notConnected(let reason):
            description = "\(reason)\nIs the server running? --url names another one."
        case .stopped(.unauthorized(let message)), .refused(code: "401", let message):
            description = "\(message)\nGive a token with --token or LOCKSTEP_TOKEN."
        case .noList: description = "\(error)\n`lockstep lists` shows those that there are."
        default: description = "\(error)"
        }
    }

    /// Runs `body`, with errors of the client library as failures.
    ///
    /// - Throws: `CommandFailure`; `CancellationError` where that is all; and an outcome that is not known
    ///   as it is.
    static func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch ListClientError.cancelled {
            throw CancellationError()
        } catch ListClientError.outcomeUnknown {
            throw ListClientError.outcomeUnknown
        } catch let error as ListClientError {
            throw CommandFailure(error)
        }
    }
}
