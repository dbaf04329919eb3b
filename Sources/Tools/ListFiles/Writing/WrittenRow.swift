import JSON
import ListEditing
import ListProtocol
import TextBytes

/// A row's fields by what files of other programs mean by them.
///
/// A value of another type than its field has in such files is among `others`: a `done` that is no Boolean,
/// a priority that is not 1, 2 or 3, labels that are no texts. Empty texts and arrays are no values.
struct WrittenRow {
    /// The text of the title; of another value its JSON.
    private(set) var title = ""
    /// The text of the detail; of another value its JSON.
    private(set) var detail: String?
    /// The number of `title` and `detail` that are no texts.
    private(set) var untyped = 0
    /// Whether the row is done; nil: it has no checkbox.
    private(set) var isDone: Bool?
    /// A date, a time, or words.
    private(set) var due: String?
    /// From 1, the highest, to 3.
    private(set) var priority: Int?
    private(set) var labels: [String] = []
    private(set) var url: String?
    /// How deep the row stands below another, from 0.
    private(set) var indent = 0
    /// All other fields, ascending by name.
    private(set) var others: [Field] = []

    /// - Complexity: O(n) in the bytes of the fields.
    init(_ row: Row) {
        for field in row.fields.entries where !Self.isEmpty(field.value) {
            let text = field.value.stringText
            // Canonical equivalence: a word has at most 32 bytes.
            switch field.name.word {
            case "title":
                title = text ?? field.value.json
                untyped += text == nil ? 1 : 0
            case "detail":
                detail = text ?? field.value.json
                untyped += text == nil ? 1 : 0
            default:
                if !take(field, text) { others.append(field) }
            }
        }
    }

    /// Whether the title has a character that is no space, tab or line break.
    var hasTitle: Bool {
        title.utf8.contains { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    private static func isEmpty(_ value: FieldValue) -> Bool {
        value.json.isSame(as: "\"\"") || value.json.isSame(as: "[]")
    }

    /// Takes the value of a field that has a meaning; false where it has none.
    private mutating func take(_ field: Field, _ text: String?) -> Bool {
        let json = field.value.json.word
        // Canonical equivalence: a word has at most 32 bytes.
        switch field.name.word {
        case "done":
            guard json.isSame(as: "true") || json.isSame(as: "false") else { return false }
            isDone = json.isSame(as: "true")
        case "due":
            guard let text else { return false }
            due = text
        case "priority":
            guard let number = Int(json), 1...3 ~= number else { return false }
            priority = number
        case "labels":
            guard let texts = Self.texts(of: field.value) else { return false }
            labels = texts
        case "url":
            guard let text else { return false }
            url = text
        case "indent":
            guard let number = Int(json), number >= 0 else { return false }
            indent = number
        default: return false
        }
        return true
    }

    /// The elements of an array of texts.
    private static func texts(of value: FieldValue) -> [String]? {
        guard value.json.utf8.first == UInt8(ascii: "["),
            let elements = (try? JSONReader.read(Array(value.json.utf8)))?.array
        else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }
}

/// The depths of the rows of a section as a tree has them: each row stands one step below the last row
/// above it that has a smaller indent.
struct WrittenDepths {
    /// The greatest depth that rows have.
    static let greatest = 8

    /// The indents of the row before and of those above it, ascending.
    private var indents: [Int] = []

    /// The depth of the next row; one that is not the row's indent is a loss.
    ///
    /// - Complexity: O(1) on average.
    mutating func next(_ row: WrittenRow, _ tally: inout LossTally) -> Int {
        let indent = min(row.indent, Self.greatest)
        while let last = indents.last, last >= indent { indents.removeLast() }
        let depth = indents.count
        indents.append(indent)
        if depth != row.indent { tally.add(.indents) }
        return depth
    }
}

extension LossTally {
    /// The row as a format takes it; nil, which is told, where it has no title.
    mutating func taken(_ row: Row) -> WrittenRow? {
        let written = WrittenRow(row)
        guard written.hasTitle else {
            add(.rows)
            return nil
        }
        add(.types, written.untyped)
        return written
    }
}
