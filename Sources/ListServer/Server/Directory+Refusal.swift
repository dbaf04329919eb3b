import ListEditing
import ListProtocol

extension Directory.Refusal {
    /// The refusal as a message to whoever asked.
    func message(list: ListID) -> ErrorMessage {
        switch self {
        case .exists: ErrorMessage(.listExists, "there is a list \(list.text)", list: list)
        case .full(let count):
            ErrorMessage(
                .tooManyLists, "this server has its \(count) lists: delete one first", list: list)
        case .unknown: Denial.unknown(list)
        case .invalid(let rejection): ErrorMessage(.badMessage, rejection.message, list: list)
        case .unavailable:
            ErrorMessage(.unavailable, "lists cannot be stored now: try again later", list: list)
        }
    }
}
