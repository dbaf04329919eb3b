import TextBytes

/// Texts with the markup of HTML, as outliners keep them.
enum MarkupText {
    private static let tags: Set<TextKey> = [
        "b", "i", "u", "s", "a", "p", "em", "br", "strong", "code", "span", "font", "del", "mark",
        "mention", "time", "div",
    ]
    private static let entities: [TextKey: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'", "nbsp": " ",
    ]

    /// By which a text of HTML has what would begin a tag or an entity.
    private static let escapes = ["&lt;", "&amp;"].map { Array($0.utf8) }

    /// The text without tags, and the first address that one of them links to.
    ///
    /// A text without a tag that is known here, `&lt;` and `&amp;` is none of HTML, and stays as it is.
    ///
    /// - Complexity: O(n) in the bytes.
    static func plain(_ text: String) -> (text: String, link: String?) {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return (text, nil)
        }
        var plain: [UInt8] = []
        var link: String?
        var isMarkup = false
        var at = 0
        while at < bytes.count {
            // A tag is short; what is longer is text.
            let rest = bytes[at...].prefix(2_048)
            if bytes[at] == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")),
                let name = name(of: bytes[(at + 1)..<end])
            {
                isMarkup = true
                if name.text.isSame(as: "br") { plain.append(UInt8(ascii: "\n")) }
                if name.text.isSame(as: "a") { link = link ?? address(in: bytes[at..<end]) }
                at = end + 1
                continue
            }
            if bytes[at] == UInt8(ascii: "&"), escapes.contains(where: { rest.starts(with: $0) }) {
                isMarkup = true
            }
            plain.append(bytes[at])
            at += 1
        }
        guard isMarkup else { return (text, nil) }
        return (String(decoding: resolved(plain), as: UTF8.self), link.map(decoded))
    }

    private static func decoded(_ text: String) -> String {
        String(decoding: resolved(Array(text.utf8)), as: UTF8.self)
    }

    /// The name of the tag between `<` and `>`, where it is known.
    private static func name(of tag: ArraySlice<UInt8>) -> TextKey? {
        let open = tag.first == UInt8(ascii: "/") ? tag.dropFirst() : tag
        let letters = open.prefix { 0x61...0x7A ~= $0 | 0x20 }
        guard letters.count <= 8 else { return nil }
        if let next = open.dropFirst(letters.count).first, next != UInt8(ascii: " "),
            next != UInt8(ascii: "/")
        {
            return nil
        }
        let name = TextKey(String(decoding: letters, as: UTF8.self).lowercased())
        return tags.contains(name) ? name : nil
    }

    private static func address(in tag: ArraySlice<UInt8>) -> String? {
        let parts = tag.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        let attribute = Array("href=".utf8)
        guard parts.count > 1,
            let before = parts.firstIndex(where: {
                $0.reversed().starts(with: attribute.reversed())
            }),
            before + 1 < parts.count, !parts[before + 1].isEmpty
        else { return nil }
        return String(decoding: parts[before + 1], as: UTF8.self)
    }

    /// The bytes with characters in place of the entities that are known.
    private static func resolved(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
        var text: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "&"),
                let end = bytes[at...].prefix(8).firstIndex(of: UInt8(ascii: ";")),
                let character = entities[
                    TextKey(String(decoding: bytes[(at + 1)..<end], as: UTF8.self))]
            {
                text.append(contentsOf: character.utf8)
                at = end + 1
            } else {
                text.append(bytes[at])
                at += 1
            }
        }
        return text
    }
}
