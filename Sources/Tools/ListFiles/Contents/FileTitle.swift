import TextBytes

/// The title that the name of a file gives to a list without one.
enum FileTitle {
    private static let ending = ".todo.txt"
    private static let hexDigits = Array("0123456789abcdefABCDEF".utf8)

    /// The name of a file without its folders, its ending, which can be `.todo.txt`, and the 32 hexadecimal
    /// digits that Notion puts after the title of each page.
    static func of(_ name: String) -> String {
        let separators: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "\\")]
        let last = name.utf8.split { separators.contains($0) }.last ?? name.utf8[...]
        var stem = last[...]
        if let dot = stem.lastIndex(of: UInt8(ascii: ".")), dot > stem.startIndex {
            stem = isOfTodoTxt(stem) ? stem.dropLast(ending.utf8.count) : stem[..<dot]
        }
        let title = String(decoding: stem, as: UTF8.self).trimmedBlanks
        return withoutNotionID(title) ?? title
    }

    /// Whether a name has the ending that exports of todo.txt have, which is none of a file `todo.txt`.
    static func isOfTodoTxt(_ name: Substring.UTF8View) -> Bool {
        let length = ending.utf8.count
        return name.count > length
            && String(decoding: name.suffix(length), as: UTF8.self).lowercased().isSame(as: ending)
    }

    /// Whether the name is that of a file from Notion.
    static func isOfNotion(_ name: String) -> Bool {
        let stem = name.utf8.prefix { $0 != UInt8(ascii: ".") }
        return withoutNotionID(String(decoding: stem, as: UTF8.self)) != nil
    }

    /// The title before a blank and 32 hexadecimal digits; nil where there are none.
    static func withoutNotionID(_ title: String) -> String? {
        var bytes = Array(title.utf8)
        let whole = Array("_all".utf8)
        if bytes.reversed().starts(with: whole.reversed()) { bytes.removeLast(whole.count) }
        let id = bytes.suffix(32)
        let before = bytes.dropLast(32)
        guard id.count == 32, id.allSatisfy({ hexDigits.contains($0) }),
            before.last == UInt8(ascii: " "), !before.trimmed.isEmpty
        else { return nil }
        return String(decoding: before.trimmed, as: UTF8.self)
    }
}
