/// The alphabet of the ids of lists, rows and sections and of client keys.
package enum Identifier {
    /// The most characters that an id has.
    package static let maximumLength = 64

    /// Whether the characters of a text are 1–64 of that alphabet, and neither `.` nor `..`.
    static func isValid(_ characters: ArraySlice<UInt8>) -> Bool {
        guard 1...maximumLength ~= characters.count, characters.allSatisfy(isAllowed) else {
            return false
        }
        return characters.count > 2 || characters.contains { $0 != UInt8(ascii: ".") }
    }

    /// Whether a text is 1–64 of `A-Za-z0-9._~-`, and neither `.` nor `..`.
    package static func isValid(_ text: String) -> Bool {
        let count = text.utf8.count
        guard count >= 1 && count <= maximumLength && text != "." && text != ".." else {
            return false
        }
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
