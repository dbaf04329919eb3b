import TextBytes

/// The syntax of client keys and of the ids of lists, rows and sections.
package enum Identifier {
    /// The most characters of an id.
    package static let maximumLength = 64

    /// Whether characters are 1–64 of `A-Za-z0-9._~-`, and neither `.` nor `..`.
    package static func isValid(_ characters: ArraySlice<UInt8>) -> Bool {
        guard 1...maximumLength ~= characters.count, characters.allSatisfy(isAllowed) else {
            return false
        }
        return characters.count > 2 || characters.contains { $0 != UInt8(ascii: ".") }
    }

    /// Whether a text is 1–64 of `A-Za-z0-9._~-`, and neither `.` nor `..`.
    package static func isValid(_ text: String) -> Bool {
        guard 1...maximumLength ~= text.utf8.count, !text.isSame(as: "."), !text.isSame(as: "..")
        else { return false }
        return text.utf8.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

// Canonical equivalence: ids are 1 to 64 characters of ASCII.
/// The id of a list: 1–64 of `A-Za-z0-9._~-`.
package struct ListID: Hashable, Sendable {
    package let text: String

    /// Creates an id of a text that is known to be one.
    package init(_ text: String) {
        self.text = text
    }

    /// Creates an id of any text; nil where it is not an id.
    package init?(checking text: String) {
        guard Identifier.isValid(text) else { return nil }
        self.text = text
    }
}
