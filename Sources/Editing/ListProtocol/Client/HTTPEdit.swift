import JSON

/// The body of `POST /api/lists/ID/edits`.
package struct HTTPEdit: Sendable {
    /// The client's key; nil where the server makes one for this edit.
    package var client: String?
    package var message: EditMessage

    /// Reads a body.
    ///
    /// An edit without a client needs no `id`: it is the first of its client.
    /// - Throws: the `ErrorMessage` to send.
    package static func read(
        _ bytes: [UInt8], list: ListID, limits: ProtocolLimits
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

/// Reads the JSON object in the body of a request.
enum HTTPBody {
    /// - Throws: an `ErrorMessage` with `notJSON` or `badMessage`.
    static func members(
        _ bytes: [UInt8], maximumDepth: Int = JSONReader.clientDepth
    ) throws(ErrorMessage) -> Members {
        do throws(JSONError) {
            let value = try JSONReader.read(bytes, maximumDepth: maximumDepth)
            guard case .object(let object) = value else {
                throw JSONError(.outsideLimits, "an object is expected", at: 0)
            }
            return Members(object)
        } catch {
            let code: ErrorCode = error.kind == .notJSON ? .notJSON : .badMessage
            throw ErrorMessage(code, error.message)
        }
    }
}
