import ListEditing
import ListProtocol
import TextBytes

/// Reads todo.txt (github.com/todotxt/todo.txt): a task a line, `x` before one that is done, priorities in
/// brackets, `+project`, `@context` and `key:value`.
enum TodoTxtReader {
    /// Reads a whole text in UTF-8.
    ///
    /// - Complexity: O(n).
    static func read(
        _ text: [UInt8], title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var builder = ContentsBuilder(limits: limits)
        builder.beginList(title, kind: .check)
        for line in TextLines(text) where !line.isBlank {
            try builder.add(entry(of: line.text, line: line.number))
        }
        return builder.contents(.todoTxt)
    }

    private static func entry(of text: String, line: Int) -> FileEntry {
        var words = text.utf8.split { $0 <= 0x20 }[...]
        var entry = FileEntry(done: false, line: line)
        if words.count > 1, words.first?.elementsEqual("x".utf8) == true {
            entry.done = true
            words.removeFirst()
        }
        if words.count > 1, let word = words.first, let letter = priority(word) {
            entry.priority = PriorityWords.value(letter) ?? 0
            words.removeFirst()
        }
        // The days of completion and of creation.
        for _ in 0..<2 {
            guard words.count > 1, let word = words.first, isDay(word) else { break }
            words.removeFirst()
        }
        var title: [Substring.UTF8View] = []
        for (index, word) in words.enumerated() where !read(word, into: &entry) {
            title.append(unescaped(word, isFirst: index == 0))
        }
        if title.isEmpty { title = Array(words) }
        entry.title = title.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        return entry
    }

    /// The word without the backslash by which it is no label, named value or, as the first one, mark of
    /// the line.
    private static func unescaped(
        _ word: Substring.UTF8View, isFirst: Bool
    ) -> Substring.UTF8View {
        let plain = word.drop { $0 == UInt8(ascii: "\\") }
        guard plain.count < word.count else { return word }
        let isTag = isLabel(plain) || named(plain) != nil
        return isTag || isFirst && isMark(plain) ? word.dropFirst() : word
    }

    /// Whether the first word of a line has a meaning, or the form of a day, whether there is such a day.
    private static func isMark(_ word: Substring.UTF8View) -> Bool {
        if word.elementsEqual("x".utf8) || word.elementsEqual("X".utf8) { return true }
        if priority(word) != nil { return true }
        return word.count == 10
            && word.enumerated().allSatisfy { place, byte in
                place == 4 || place == 7 ? byte == UInt8(ascii: "-") : 0x30...0x39 ~= byte
            }
    }

    private static func isLabel(_ word: Substring.UTF8View) -> Bool {
        word.count > 1 && (word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "@"))
    }

    /// Whether a word is a label or a named value.
    private static func read(_ word: Substring.UTF8View, into entry: inout FileEntry) -> Bool {
        if isLabel(word) {
            entry.labels.append(String(decoding: word.dropFirst(), as: UTF8.self))
            return true
        }
        guard let (name, value) = named(word) else { return false }
        // Canonical equivalence: a word has at most 32 bytes.
        switch name.word.lowercased() {
        case "due": entry.due = DayWords.due(value)
        case "pri": entry.priority = PriorityWords.value(value).map { $0 } ?? 0
        default: entry.others.append((name, value))
        }
        return true
    }

    /// The letter of `(A)`.
    static func priority(_ word: some Collection<UInt8>) -> String? {
        let bytes = Array(word)
        guard bytes.count == 3, bytes[0] == UInt8(ascii: "("), bytes[2] == UInt8(ascii: ")"),
            UInt8(ascii: "A")...UInt8(ascii: "Z") ~= bytes[1]
        else { return nil }
        // Letters below C are none that is known here; H, L and M are words of other programs.
        return bytes[1] <= UInt8(ascii: "C") ? String(decoding: [bytes[1]], as: UTF8.self) : ""
    }

    /// The parts of `key:value`, where it is neither an address nor a time of day.
    static func named(_ word: some Collection<UInt8>) -> (name: String, value: String)? {
        let bytes = Array(word)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            colon + 1 < bytes.count, bytes[colon + 1] != UInt8(ascii: "/"),
            0x61...0x7A ~= bytes[0] | 0x20,
            bytes[..<colon].allSatisfy({
                0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x5F
            })
        else { return nil }
        return (
            String(decoding: bytes[..<colon], as: UTF8.self),
            String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        )
    }

    /// Whether a word is a day, `2026-12-01`.
    static func isDay(_ word: some Collection<UInt8>) -> Bool {
        guard word.count == 10 else { return false }
        return DayWords.day(String(decoding: word, as: UTF8.self)) != nil
    }
}
