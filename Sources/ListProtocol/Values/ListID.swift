/// The id of a list: 1–64 of `A-Za-z0-9._~-`.
package struct ListID: Hashable, Sendable {
    package let text: String

    /// Takes a text that is known to be an id.
    package init(_ text: String) {
        self.text = text
    }

    /// Takes a text that may not be an id; nil where it is none.
    package init?(checking text: String) {
        guard Identifier.isValid(text) else { return nil }
        self.text = text
    }
}
