/// A `reject` or an `error`, as a client reads it: its code may be one that the client does not know.
package struct ReceivedRefusal: Hashable, Sendable {
    package var code: String
    package var message: String
    package var list: ListID?
    package var id: Int?
    /// The number of the action in its edit.
    package var action: Int?
    /// Milliseconds, with `rateLimited`.
    package var retryAfter: Int?
    /// Whether the session ends with it.
    package var isFatal: Bool

    package init(
        code: String, message: String, list: ListID? = nil, id: Int? = nil, action: Int? = nil,
        retryAfter: Int? = nil, isFatal: Bool = false
    ) {
        self.code = code
        self.message = message
        self.list = list
        self.id = id
        self.action = action
        self.retryAfter = retryAfter
        self.isFatal = isFatal
    }
}
