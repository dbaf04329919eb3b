/// What a column of a CSV file holds.
enum Column: Hashable {
    case section
    case sectionTitle
    case row
    /// A field; as `json`, its values are JSON texts, else plain ones (of `done`, TRUE or FALSE).
    case field(String, json: Bool)

    private static let prefix = "field:"
    private static let suffix = ":json"
    private static let ownNames: [(String, Column)] = [
        ("section", .section), ("sectionTitle", .sectionTitle), ("row", .row),
    ]
    /// The fields that clients show, which always have a column.
    static let shownFields = ["title", "detail", "done"]

    /// Reads a cell of the first line; letter case does not count in the names known here.
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

    /// What stands in the first line.
    var header: String {
        switch self {
        case .section: return "section"
        case .sectionTitle: return "sectionTitle"
        case .row: return "row"
        case .field(let name, let json):
            let text = json ? name + Self.suffix : name
            // Where the name alone would be read as something else, it is said to be a field's.
            return Column(header: text) == self ? text : Self.prefix + text
        }
    }
}
