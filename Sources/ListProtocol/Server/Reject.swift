package import JSON
package import ListEditing

/// `reject`: an edit was refused; nothing of it was applied.
package struct Reject: ServerMessage, Hashable {
    package var list: ListID
    package var id: Int
    package var rejection: Rejection
    /// Milliseconds, with `rateLimited`.
    package var retryAfter: Int?

    package init(list: ListID, id: Int, rejection: Rejection, retryAfter: Int? = nil) {
        self.list = list
        self.id = id
        self.rejection = rejection
        self.retryAfter = retryAfter
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "reject")
            writer.member("list", list.text)
            writer.member("id", id)
            writer.member("action", ifPresent: rejection.action)
            writer.member("code", rejection.code.rawValue)
            writer.member("message", rejection.message)
            writer.member("retryAfter", ifPresent: retryAfter)
        }
    }
}
