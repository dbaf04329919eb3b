/// Evidence that a property does not hold.
package struct Finding: Equatable, Sendable {
    /// The list, where it is about one.
    package var list: String?
    /// The revision, where it is about one.
    package var revision: Int?
    package var text: String
    /// What was sent and received, as it was.
    package var messages: [String]

    package init(
        _ text: String, list: String? = nil, revision: Int? = nil, messages: [String] = []
    ) {
        self.text = text
        self.list = list
        self.revision = revision
        self.messages = messages
    }
}
