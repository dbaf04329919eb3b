import ArgumentParser
import ListClient

/// Why a command did not do what it was asked; the message is for the user.
///
/// A command that throws it prints the message on standard error and exits with 1.
struct CommandError: Error, Hashable, CustomStringConvertible {
    private let reason: TerminalText
    /// What the user can do about it; a line of its own.
    private let advice: String?

    var description: String { reason.description + (advice.map { "\n\($0)" } ?? "") }

    init(_ reason: String, advice: String? = nil) {
        self.reason = TerminalText(reason)
        self.advice = advice
    }

    /// The error of the client library, with what the user can do about it.
    init(_ error: ListClientError) {
        switch error {
        case .notConnected(let reason):
            self.init(reason, advice: "Is the server running? --url names another one.")
        case .stopped(.unauthorized(let message)), .refused(code: "401", let message):
            self.init(message, advice: "Give a token with --token or LOCKSTEP_TOKEN.")
        case .noList: self.init("\(error)", advice: "`lockstep lists` shows those that there are.")
        default: self.init("\(error)")
        }
    }

    /// Runs `body` and turns errors of the client library into command errors.
    ///
    /// - Throws: `CommandError`; `CancellationError` where the client was cancelled;
    ///   `ListClientError.outcomeUnknown` as it is, since it has an exit code of its own.
    static func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch ListClientError.cancelled {
            throw CancellationError()
        } catch ListClientError.outcomeUnknown {
            throw ListClientError.outcomeUnknown
        } catch let error as ListClientError {
            throw CommandError(error)
        }
    }
}

extension ExitCode {
    /// The server refused the edit.
    static let refused = ExitCode(2)
    /// The check could not be made.
    static let notChecked = ExitCode(2)
    /// It is not known whether the edit was applied.
    static let outcomeUnknown = ExitCode(3)
}
