/// Why a text was not taken as JSON.
package struct JSONError: Error, Sendable, Hashable {
    /// How far the text is from what is asked.
    package enum Kind: Sendable, Hashable {
        /// Not JSON at all, by RFC 8259.
        case notJSON
        /// JSON, but with what this protocol leaves out: duplicate keys, numbers that are not
        /// finite or not exact, lone surrogates, NUL characters, deep nesting.
        case outsideLimits
    }

    package let kind: Kind
    /// What is wrong, in words.
    package let reason: String
    /// Where, in bytes from the start of the text.
    package let offset: Int

    package init(_ kind: Kind, _ reason: String, at offset: Int) {
        self.kind = kind
        self.reason = reason
        self.offset = offset
    }

    /// The reason and the place, for an answer.
    package var message: String { "\(reason) at byte \(offset)" }
}
