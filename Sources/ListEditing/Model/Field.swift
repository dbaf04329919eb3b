/// One named value of a row.
public struct Field: Hashable, Sendable {
    /// The name, any text without NUL.
    public let name: String
    /// The value.
    public var value: FieldValue

    /// Makes a field.
    public init(name: String, value: FieldValue) {
        self.name = name
        self.value = value
    }
}
