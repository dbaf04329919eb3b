package import JSON

/// `error`: something that is no answer to a well-formed edit.
package struct ErrorMessage: ServerMessage, Error, Hashable {
    package let code: ErrorCode
    package let message: String
    package let list: ListID?
    package let id: Int?

    package init(_ code: ErrorCode, _ message: String, list: ListID? = nil, id: Int? = nil) {
        self.code = code
        self.message = message
        self.list = list
        self.id = id
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "error")
            writer.member("code", code.rawValue)
            writer.member("message", message)
            writer.member("fatal", code.isFatal)
            writer.member("list", ifPresent: list?.text)
            writer.member("id", ifPresent: id)
        }
    }
}
