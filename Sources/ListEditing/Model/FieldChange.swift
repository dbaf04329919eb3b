/// One field set as a whole, or removed.
public struct FieldChange: Hashable, Sendable {
    /// The field's name.
    public let name: String
    /// The new value; nil removes the field.
    public let value: FieldValue?

    /// Makes a change of one field.
    public init(name: String, value: FieldValue?) {
        self.name = name
        self.value = value
    }
}
