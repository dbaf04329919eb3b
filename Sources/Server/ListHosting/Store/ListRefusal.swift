import ListDocument
package import ListEditing
import ListJournal
package import ListProtocol

/// Why a list was not created or deleted.
package enum ListRefusal: Error, Sendable {
    case exists
    /// The store has as many lists as it may have.
    case full(Int)
    case unknown
    case invalid(Rejection)
    /// Certainly nothing was done.
    case unavailable
    /// It may be done, now or later.
    case undecided

    init(_ error: JournalError) { self = error == .undecided ? .undecided : .unavailable }

    /// The refusal as a message to the client.
    package func message(list: ListID) -> ErrorMessage {
        switch self {
        case .exists: ErrorMessage(.listExists, "there is a list \(list.text)", list: list)
        case .full(let count):
            ErrorMessage(
                .tooManyLists, "this server has its \(count) lists: delete one first", list: list)
        case .unknown: AccessError.unknown(list)
        case .invalid(let rejection): ErrorMessage(.badMessage, rejection.message, list: list)
        case .unavailable:
            ErrorMessage(.unavailable, "lists cannot be stored now: try again later", list: list)
        case .undecided:
            ErrorMessage(
                .unavailable,
                "not answered in time, and perhaps done later: ask the same again, or look whether the list "
                    + "is there", list: list)
        }
    }
}
