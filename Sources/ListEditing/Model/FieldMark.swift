/// The revision in which one field of a row was last set or removed.
public struct FieldMark: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// The revision of the set that last gave the field its value; after an undo, of the set whose
    /// value came back.
    public var revision: Int

    /// Makes a mark.
    public init(name: String, revision: Int) {
        self.name = name
        self.revision = revision
    }
}
