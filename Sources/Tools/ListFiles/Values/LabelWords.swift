/// Labels that a file has in one text.
enum LabelWords {
    /// The labels of a text: between commas, or between semicolons where it has no comma.
    static func split(_ text: String) -> [String] {
        let comma = UInt8(ascii: ",")
        let separator = text.utf8.contains(comma) ? comma : UInt8(ascii: ";")
        return text.utf8.split(separator: separator).map(\.trimmed).filter { !$0.isEmpty }
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
