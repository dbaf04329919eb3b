import TextBytes

/// The meaning of a column of a CSV file.
enum Column: Hashable {
    case section
    case sectionTitle
    case row
    /// A field; with `json` its cells are JSON texts, else plain texts (of `done`: TRUE or FALSE).
    case field(String, json: Bool)

    private static let prefix = "field:"
    private static let suffix = ":json"
    private static let ownNames: [(String, Column)] = [
        ("section", .section), ("sectionTitle", .sectionTitle), ("row", .row),
    ]
    /// The fields that clients show; they always have a column.
    static let shownFields = ["title", "detail", "done"]

    /// Reads a cell of the first line; the names that are known here match without regard to case.
    init(header: String) {
        let isJSON = header.ends(with: Self.suffix)
        let bytes = isJSON ? header.utf8.dropLast(Self.suffix.utf8.count) : header.utf8[...]
        let name = String(decoding: bytes, as: UTF8.self)
        if name.begins(with: Self.prefix) {
            let rest = bytes.dropFirst(Self.prefix.utf8.count)
            self = .field(String(decoding: rest, as: UTF8.self), json: isJSON)
            return
        }
        let plain = name.word.lowercased()
        if !isJSON, let own = Self.ownNames.first(where: { $0.0.lowercased().isSame(as: plain) }) {
            self = own.1
        } else {
            let shown = Self.shownFields.first { $0.isSame(as: plain) }
            self = .field(shown ?? name, json: isJSON)
        }
    }

    /// The cell of the first line.
    var header: String {
        switch self {
        case .section: return "section"
        case .sectionTitle: return "sectionTitle"
        case .row: return "row"
        case .field(let name, let json):
            let text = json ? name + Self.suffix : name
            // The prefix marks a field whose name alone would be read as something else; a column without
            // a name is none.
            return Column(header: text) == self && !text.isEmpty ? text : Self.prefix + text
        }
    }
}

extension Column {
    /// Whether both mean the same, names byte by byte.
    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.section, .section), (.sectionTitle, .sectionTitle), (.row, .row): true
        case (.field(let left, let isLeft), .field(let right, let isRight)):
            isLeft == isRight && left.isSame(as: right)
        default: false
        }
    }

    /// Hashes names by their bytes.
    func hash(into hasher: inout Hasher) {
        switch self {
        case .section: hasher.combine(0)
        case .sectionTitle: hasher.combine(1)
        case .row: hasher.combine(2)
        case .field(let name, let json):
            hasher.combine(TextKey(name))
            hasher.combine(json)
        }
    }
}
