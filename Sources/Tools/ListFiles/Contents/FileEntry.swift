import JSON
import ListEditing
import TextBytes

/// What a file says of one row.
struct FileEntry {
    var title = ""
    /// Nil where the format does not know it.
    var done: Bool?
    /// Notes and comments in their order.
    var notes: [String] = []
    /// A day, a moment in ISO 8601 or the file's own words; empty: none.
    var due = ""
    /// 1 to 3; 0: none.
    var priority = 0
    var labels: [String] = []
    var assignee = ""
    var url = ""
    /// All else, by the names that the file has for it.
    var others: [(name: String, text: String)] = []
    /// Where the row begins, from 1; nil where the format has no lines.
    var line: Int?

    /// The names of fields that have a type here.
    private static let known: Set<TextKey> = [
        "title", "done", "detail", "due", "priority", "labels", "assignee", "url", "indent",
    ]

    /// The fields of the row, which stands `indent` deep below others, and 0 at the top.
    ///
    /// - Complexity: O(n) in the bytes, and O(k log k) in the fields.
    func fields(indent: Int) -> Fields {
        var fields: [Field] = []
        func add(_ name: String, _ given: String) {
            let text = given.withoutNUL
            guard !text.isEmpty else { return }
            let value = JSONValue.string(text).canonicalText
            fields.append(Field(name: name, value: FieldValue(json: value)))
        }
        add("title", title)
        if let done { fields.append(Field(name: "done", value: FieldValue(json: "\(done)"))) }
        add("detail", detail)
        add("due", due)
        if priority > 0 {
            fields.append(Field(name: "priority", value: FieldValue(json: String(priority))))
        }
        let labels = Self.unique(self.labels)
        if !labels.isEmpty {
            let value = JSONValue.array(labels.map { .string($0) })
            fields.append(Field(name: "labels", value: FieldValue(json: value.canonicalText)))
        }
        add("assignee", assignee)
        add("url", url)
        if indent > 0 {
            fields.append(Field(name: "indent", value: FieldValue(json: String(indent))))
        }
        for (name, text) in joinedOthers { add(name, text) }
        return Fields(fields)
    }

    private var detail: String {
        let texts = notes.map { $0.withoutNUL.withPlainLineEnds.trimmedBlanks }
        return texts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The other fields, each name once, and none like a field that has a type.
    private var joinedOthers: [(name: String, text: String)] {
        var joined: [(name: String, text: String)] = []
        var places: [TextKey: Int] = [:]
        for (given, raw) in others {
            let text = raw.withoutNUL.trimmedBlanks
            guard !text.isEmpty else { continue }
            let name = Self.freeName(given.withoutNUL)
            if let place = places[TextKey(name)] {
                joined[place].text += "\n" + text
            } else {
                places[TextKey(name)] = joined.count
                joined.append((name, text))
            }
        }
        return joined
    }

    /// The name itself, or with a capital where a field of that name has a type.
    private static func freeName(_ name: String) -> String {
        guard known.contains(TextKey(name)) else { return name }
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private static func unique(_ labels: [String]) -> [String] {
        var seen: Set<TextKey> = []
        return labels.map { $0.withoutNUL.inOneLine }
            .filter { !$0.isEmpty && seen.insert(TextKey($0)).inserted }
    }
}

extension String {
    /// The text with LF at the end of lines.
    var withPlainLineEnds: String {
        guard utf8.contains(UInt8(ascii: "\r")) else { return self }
        return TextLines(utf8).map { String(decoding: $0.bytes, as: UTF8.self) }
            .joined(separator: "\n")
    }
}
