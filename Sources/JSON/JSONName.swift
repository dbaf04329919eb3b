/// The name of a member: two are the same, and one comes first, by their UTF-8.
///
/// `String` takes differently composed characters for equal, and hashes them the slower for it.
struct JSONName: Hashable, Comparable {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.count == right.text.utf8.count
            && left.text.utf8.elementsEqual(right.text.utf8)
    }

    static func < (left: Self, right: Self) -> Bool {
        let precedes = unsafe left.text.utf8.withContiguousStorageIfAvailable { left in
            unsafe right.text.utf8.withContiguousStorageIfAvailable { right in
                unsafe left.lexicographicallyPrecedes(right)
            }
        }
        return (precedes ?? nil) ?? left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        let isHashed: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(utf8))
        }
        if isHashed == nil {
            for byte in text.utf8 { hasher.combine(byte) }
        }
        hasher.combine(text.utf8.count)
    }

    /// The text of the characters between the quotes of a JSON string.
    ///
    /// A lone surrogate becomes U+FFFD. O(n) in the bytes.
    /// - Parameter characters: characters that the scanner has passed.
    static func unescaped(_ characters: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(characters.count)
        var rest = characters
        while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
            text.append(contentsOf: rest[..<escape])
            rest = rest[(escape + 2)...]
            switch characters[escape + 1] {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"): text.append(contentsOf: scalar(&rest).utf8)
            case let byte: text.append(byte)
            }
        }
        text.append(contentsOf: rest)
        return String(decoding: text, as: UTF8.self)
    }

    /// Takes the character of a `\u` escape, its digits being the next in `rest`.
    private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
        let unit = codeUnit(rest.prefix(4))
        rest = rest.dropFirst(4)
        if 0xD800..<0xDC00 ~= unit, rest.starts(with: #"\u"#.utf8) {
            let second = codeUnit(rest.dropFirst(2).prefix(4))
            if 0xDC00..<0xE000 ~= second {
                rest = rest.dropFirst(6)
                let both = 0x1_0000 + (unit - 0xD800) << 10 + (second - 0xDC00)
                return Unicode.Scalar(both) ?? "\u{FFFD}"
            }
        }
        return Unicode.Scalar(unit) ?? "\u{FFFD}"
    }

    private static func codeUnit(_ digits: ArraySlice<UInt8>) -> UInt32 {
        digits.reduce(0) { unit, digit in
            // The letters' low bits count from 1, whether they are large or small.
            unit << 4 | UInt32(digit & 0x0F) + (digit > UInt8(ascii: "9") ? 9 : 0)
        }
    }
}
