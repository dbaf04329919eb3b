import ListEditing
import ListProtocol

/// Writes the rows of a list as todo.txt (https://github.com/todotxt/todo.txt), a line for each.
///
/// `x ` begins a row that is done, `(A) ` to `(C) ` one of the priorities 1 to 3 that is not; done rows keep
/// theirs as `pri:A`. After the title stand the labels as `@label`, with `_` for each space, and
/// `due:YYYY-MM-DD`.
///
/// A word of a title that would be read as one of these, or as any other `key:value`, gets a backslash before
/// it, and one more where it has some; reading removes one. As the first word that is also `x`, a letter
/// in parentheses and a date.
struct TodoTxtWriter {
    private var bytes: [UInt8] = []
    private var tally = LossTally()

    /// The file of a list, in UTF-8 with line feeds.
    ///
    /// - Complexity: O(n) in the bytes.
    static func write(_ list: ListID, _ state: ListState) -> WrittenFile {
        var writer = TodoTxtWriter()
        writer.tally.loseTitle(of: list, state)
        writer.tally.loseRules(of: state)
        writer.tally.loseSections(of: state)
        for section in state.sections {
            for row in section.rows { writer.row(row) }
        }
        return WrittenFile(bytes: writer.bytes, lost: writer.tally.losses)
    }

    private mutating func row(_ row: Row) {
        guard let row = tally.taken(row) else { return }
        let priority = row.priority.map { Array("ABC".utf8)[$0 - 1] }
        if row.isDone == true { append("x ") }
        if row.isDone == nil { tally.add(.undone) }
        if let priority, row.isDone != true {
            append("(")
            bytes.append(priority)
            append(") ")
        }
        title(row.title)
        for label in row.labels { self.label(label) }
        if let due = row.due { self.due(due) }
        if let priority, row.isDone == true {
            append(" pri:")
            bytes.append(priority)
        }
        append("\n")
        if row.indent > 0 { tally.add(.indents) }
        if row.detail != nil { tally.loseValue(of: "detail") }
        if row.url != nil { tally.loseValue(of: "url") }
        for field in row.others { tally.loseValue(of: field.name) }
    }

    private mutating func title(_ title: String) {
        let text = tally.cleaned(title, .spaces)
        let words = text.split(whereSeparator: Self.isBlank)
        for (index, word) in words.enumerated() {
            if index > 0 { append(" ") }
            let plain = word.drop { $0 == UInt8(ascii: "\\") }
            if Self.isTag(plain) || (index == 0 && Self.isMark(plain)) { append("\\") }
            bytes.append(contentsOf: word)
        }
        let isExact =
            words.reduce(words.count - 1) { $0 + $1.count } == text.count
            && !text.contains(UInt8(ascii: "\t"))
        if !isExact { tally.add(.blanks) }
    }

    private mutating func label(_ label: String) {
        let text = tally.cleaned(label, .lineFeeds)
        let written = text.map {
            Self.isBlank($0) || $0 == UInt8(ascii: "\n") ? UInt8(ascii: "_") : $0
        }
        if written != text || text.isEmpty { tally.add(.labels) }
        guard !text.isEmpty else { return }
        append(" @")
        bytes.append(contentsOf: written)
    }

    private mutating func due(_ due: String) {
        guard let time = WrittenTime(due) else { return tally.loseValue(of: "due") }
        append(" due:" + time.date)
        if time.clock != nil { tally.add(.times) }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Whether reading takes a word for a label or a `key:value`, which is neither a time of day nor an
    /// address.
    private static func isTag(_ word: ArraySlice<UInt8>) -> Bool {
        switch word.first {
        case UInt8(ascii: "@"), UInt8(ascii: "+"): return word.count > 1
        case let first?:
            guard isLetter(first), let colon = word.firstIndex(of: UInt8(ascii: ":")),
                let next = word[(colon + 1)...].first
            else { return false }
            return next != UInt8(ascii: "/")
                && word[..<colon].allSatisfy {
                    isLetter($0) || 0x30...0x39 ~= $0 || "-_".utf8.contains($0)
                }
        case nil: return false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    /// Whether reading takes the first word of a line for the mark of a done row, a priority or a date.
    private static func isMark(_ word: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(word)
        switch bytes.count {
        case 1: return bytes[0] | 0x20 == UInt8(ascii: "x")
        case 3:
            return bytes[0] == UInt8(ascii: "(") && bytes[2] == UInt8(ascii: ")")
                && UInt8(ascii: "A")...UInt8(ascii: "Z") ~= bytes[1]
        case 10:
            return bytes.enumerated().allSatisfy { place, byte in
                place == 4 || place == 7
                    ? byte == UInt8(ascii: "-") : UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            }
        default: return false
        }
    }
}
