import TextBytes

/// The value of a header field, the path or the query, read by its bytes: others have sent it.
extension StringProtocol {
    /// Whether it is `word`, which is in lower case, without regard to the case of ASCII letters.
    ///
    /// O(bytes of `word`).
    package func isSame(asLowercase word: String) -> Bool {
        utf8.lazy.map(\.asciiLowercase).elementsEqual(word.utf8)
    }

    /// The text with the letters A to Z in lower case, and all else as it is.
    package var asciiLowercased: String {
        String(decoding: utf8.lazy.map(\.asciiLowercase), as: UTF8.self)
    }

    /// The elements between commas and blanks, without empty ones.
    package var elements: [String] {
        utf8.split { $0 == UInt8(ascii: ",") || $0.isBlank }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// What stands before and after the first `separator`, which is an ASCII character; nil where there is none.
    package func halves(at separator: Unicode.Scalar) -> (String, String?) {
        let separator = UInt8(ascii: separator)
        guard let place = utf8.firstIndex(of: separator) else { return (String(self), nil) }
        return (String(self[..<place]), String(self[utf8.index(after: place)...]))
    }
}

extension UInt8 {
    /// Whether it is a space or a tab.
    package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// The letters A to Z in lower case, other bytes as they are.
    package var asciiLowercase: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
