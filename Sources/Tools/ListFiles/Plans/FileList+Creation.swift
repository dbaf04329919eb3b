package import ListProtocol

extension FileList {
    /// The list that is made of it.
    ///
    /// - Parameters:
    ///   - id: The id; nil: the file's, and without one a new one that reads like the title.
    ///   - title: The title; nil: the file's.
    package func creation(id: ListID? = nil, title: String? = nil) -> CreateList {
        let title = title ?? self.title
        return CreateList(
            list: id ?? self.id ?? Self.newID(title), title: title, rules: rules,
            sections: sections)
    }

    /// The letters and digits of a title as a list's id, at most 40; `list` where it has none.
    package static func slug(_ title: String) -> String {
        var words = ""
        for byte in title.lowercased().utf8 where words.utf8.count < 40 {
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            if isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                words.unicodeScalars.append(Unicode.Scalar(byte))
            } else if let last = words.utf8.last, last != UInt8(ascii: "-") {
                words += "-"
            }
        }
        if words.utf8.last == UInt8(ascii: "-") { words.removeLast() }
        return words.isEmpty ? "list" : words
    }

    /// An id that reads like the title and that no list has.
    private static func newID(_ title: String) -> ListID {
        let random = String(UInt64.random(in: 36_000_000_000..<2_176_782_336_000), radix: 36)
        return ListID("\(slug(title))-\(random)")
    }
}
