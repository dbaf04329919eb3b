package import ListEditing
package import ListProtocol

/// The errors where a role does not allow something: the same text whether the list exists
/// or not, as long as there is no role on it.
package enum AccessError {
    package static func unknown(_ list: ListID) -> ErrorMessage {
        ErrorMessage(.unknownList, "there is no list \(list.text)", list: list)
    }

    /// It is there, and cannot be read now: the session stays open, its edits stay unanswered.
    package static func unreadable(_ list: ListID) -> ErrorMessage {
        ErrorMessage(
            .unavailable, "the list \(list.text) cannot be read now: open it again later",
            list: list)
    }

    package static func creating(_ list: ListID) -> ErrorMessage {
        ErrorMessage(.forbidden, "only an owner of \(list.text) may create it", list: list)
    }

    /// The answer over HTTP, where the body is not read.
    package static func editing(_ list: ListID) -> ErrorMessage {
        ErrorMessage(.forbidden, viewing.message, list: list)
    }

    package static func deleting(_ list: ListID) -> ErrorMessage {
        ErrorMessage(.forbidden, "only an owner may delete the list \(list.text)", list: list)
    }

    static let viewing = Rejection(
        .forbidden, action: nil, message: "a viewer may not edit this list")
}

extension Rejection {
    /// - Parameter wait: Milliseconds until the next edit will be taken.
    package static func tooFast(wait: Int) -> Rejection {
        Rejection(
            .rateLimited, action: nil, message: "edits come too fast: wait \(wait) ms")
    }
}
