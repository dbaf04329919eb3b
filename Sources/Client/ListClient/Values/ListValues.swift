import JSON
public import ListEditing
import ListProtocol

extension FieldValue {
    /// A string.
    public static func string(_ text: String) -> FieldValue {
        FieldValue(json: JSONValue.string(text).canonicalText)
    }

    /// An integer.
    public static func int(_ number: Int) -> FieldValue {
        FieldValue(json: String(number))
    }

    /// True or false.
    public static func bool(_ value: Bool) -> FieldValue {
        FieldValue(json: value ? "true" : "false")
    }

    /// The string, where the value is one.
    public var string: String? { stringText }

    /// The number, where the value is one.
    public var number: Double? { Double(json) }
}

extension EditableList {
    /// All rows, section by section.
    ///
    /// - Complexity: O(n).
    public var rows: [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(rowCount)
        for index in 0..<sectionCount { forEachRow(in: index) { rows.append($0) } }
        return rows
    }
}
