package import ListDocument
package import ListProtocol

/// Looks at edits before they are submitted.
package protocol EditAdmission: Sendable {
    func judge(_ request: EditRequest, of list: ListID) async -> EditVerdict
}

/// What became of looking at an edit.
package enum EditVerdict: Sendable {
    /// It is to be sequenced: as it is, or to be answered with a rejection.
    case submit(EditRequest)
    /// It was not decided in time, and is as if it had not been sent.
    case undecided
}
