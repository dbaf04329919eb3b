import JSON

/// The body of `POST /api/lists/ID/edits`.
package struct HTTPEdit: Sendable {
    /// The client's key; nil where one is to be made for this edit.
    package var client: String?
    package var message: EditMessage

    /// Reads a body.
    ///
    /// An edit without a client needs no `id` either: it is its client's first.
    /// - Throws: an `ErrorMessage` that is ready to be sent.
    package static func read(
        _ bytes: [UInt8], list: ListID, limits: Limits
    ) throws(ErrorMessage) -> HTTPEdit {
        let members = try HTTPBody.members(bytes)
        do {
            let client = try members.identifier(ifPresent: "client")
            let message = try EditMessage(
                members: members, limits: limits, list: list, defaultID: client == nil ? 1 : nil)
            return HTTPEdit(client: client, message: message)
        } catch {
            throw ErrorMessage(
                .badMessage, error.message, list: list,
                id: members["id"]?.whole.flatMap { $0 >= 1 ? $0 : nil })
        }
    }
}
