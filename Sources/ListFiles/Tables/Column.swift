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
        var name = header
        let isJSON = name.hasSuffix(Self.suffix)
        if isJSON { name.removeLast(Self.suffix.count) }
        if name.hasPrefix(Self.prefix) {
            self = .field(String(name.dropFirst(Self.prefix.count)), json: isJSON)
            return
        }
        let plain = name.lowercased()
        if !isJSON, let own = Self.ownNames.first(where: { $0.0.lowercased() == plain }) {
            self = own.1
        } else {
            self = .field(Self.shownFields.first { $0 == plain } ?? name, json: isJSON)
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
            // The prefix marks a field whose name alone would be read as something else.
            return Column(header: text) == self ? text : Self.prefix + text
        }
    }
}
