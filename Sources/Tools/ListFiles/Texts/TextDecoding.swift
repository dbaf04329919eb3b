import TextBytes

/// Finds the characters of a file.
enum TextDecoding {
    /// Byte order marks (Unicode 15, section 23.8); that of UTF-32 begins with that of UTF-16.
    private static let marks: [(bytes: [UInt8], set: CharacterSet)] = [
        ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
        ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
    ]
    /// How files begin that are no texts, and what they are.
    private static let others: [(start: [UInt8], name: String)] = [
        (Array("PK\u{3}\u{4}".utf8), "a ZIP archive or a workbook of a spreadsheet"),
        ([0xD0, 0xCF, 0x11, 0xE0], "a workbook of an old spreadsheet"),
        (Array("%PDF-".utf8), "a PDF"), ([0x1F, 0x8B], "a compressed file"),
        ([0x89, 0x50, 0x4E, 0x47], "a picture"), ([0xFF, 0xD8, 0xFF], "a picture"),
    ]

    /// The text of a file in UTF-8, without a byte order mark.
    ///
    /// A mark decides. Without one a text is UTF-8 where it can be, UTF-16 where every other of its
    /// first bytes is zero, and else Windows-1252, or what an XML declaration names.
    ///
    /// - Throws: `ListFileError` for a file that is no text, and for one that is cut.
    /// - Complexity: O(n).
    static func utf8(_ bytes: [UInt8]) throws(ListFileError) -> [UInt8] {
        if let other = others.first(where: { bytes.starts(with: $0.start) }) {
            throw ListFileError("this is \(other.name): save or export it as CSV or text")
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let isMarked = bytes.starts(with: mark)
        let text = isMarked ? bytes[mark.count...] : bytes[...]
        if !isMarked {
            if let known = marks.first(where: { bytes.starts(with: $0.bytes) }) {
                return try known.set.decode(bytes[known.bytes.count...])
            }
            if let set = unmarked(bytes) { return try set.decode(text) }
        }
        guard let damage = damage(of: text) else { return Array(text) }
        guard !isMarked, !damage.isUTF8 else {
            throw ListFileError(
                at: damage.offset, in: text,
                damage.isCut
                    ? "the file ends in the middle of a character" : "these bytes are no UTF-8")
        }
        if let name = declared(text) { return try CharacterSetConverter.convert(text, from: name) }
        return try CharacterSet.windows1252.decode(text)
    }

    /// The set of a text in UTF-16 without a mark: ASCII has a zero byte for each character there.
    private static func unmarked(_ bytes: [UInt8]) -> CharacterSet? {
        let head = bytes.prefix(64)
        guard head.count >= 4 else { return nil }
        let zeros = head.indices.filter { head[$0] == 0 }
        guard zeros.count * 3 >= head.count else { return nil }
        if zeros.allSatisfy({ $0 % 2 == 1 }) { return .utf16LittleEndian }
        return zeros.allSatisfy { $0 % 2 == 0 } ? .utf16BigEndian : nil
    }

    /// Where a text stops being UTF-8; nil where all of it is.
    ///
    /// It is UTF-8 all the same, damaged or cut, where it has more characters of several bytes than
    /// bytes that belong to none: in Windows-1252 these are rare, `ß»`.
    private static func damage(
        of text: ArraySlice<UInt8>
    ) -> (offset: Int, isUTF8: Bool, isCut: Bool)? {
        guard String(validating: text, as: UTF8.self) == nil else { return nil }
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = text.makeIterator()
        var (place, characters, errors) = (0, 0, 0)
        var first: (offset: Int, isCut: Bool)?
        while true {
            switch decoder.parseScalar(from: &iterator) {
            case .valid(let scalar):
                place += scalar.count
                if scalar.count > 1 { characters += 1 }
            case .error(let length):
                first = first ?? (place, place + length == text.count)
                errors += 1
                place += length
            case .emptyInput:
                guard let first else { return nil }
                let isUTF8 = characters > errors || first.isCut && characters > 0
                return (first.offset, isUTF8, first.isCut)
            }
        }
    }

    /// The set that an XML declaration names (XML 1.0, section 4.3.3), where it is a plain name.
    private static func declared(_ text: ArraySlice<UInt8>) -> String? {
        let head = text.prefix(200)
        guard head.starts(with: Array("<?xml".utf8)),
            let end = head.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let words = head[..<end].split { " ='?\"".utf8.contains($0) }
        guard let at = words.firstIndex(where: { $0.elementsEqual("encoding".utf8) }),
            at + 1 < words.count
        else { return nil }
        let name = String(decoding: words[at + 1], as: UTF8.self)
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain && name.utf8.count <= 32 && !name.lowercased().isSame(as: "utf-8")
            ? name : nil
    }
}
