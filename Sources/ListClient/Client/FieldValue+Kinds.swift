import JSON
public import ListEditing

extension FieldValue {
    /// A text.
    public static func text(_ text: String) -> FieldValue {
        FieldValue(json: JSONValue.string(text).canonicalText)
    }

    /// A whole number.
    public static func whole(_ number: Int) -> FieldValue {
        FieldValue(json: String(number))
    }

    /// True or false.
    public static func truth(_ value: Bool) -> FieldValue {
        FieldValue(json: value ? "true" : "false")
    }

    /// The text, where it is one.
    public var text: String? { (try? JSONReader.read(Array(json.utf8)))?.string }

    /// The number, where it is one.
    public var number: Double? { Double(json) }

    /// Whether it is `true`.
    public var isTrue: Bool { json == "true" }
}
