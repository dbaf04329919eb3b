/// The id of a section: the alphabet of `RowID`, in a namespace of its own.
public struct SectionID: Hashable, Sendable {
    /// The id as it is written on the wire.
    public let text: String

    /// Makes an id of its text.
    public init(_ text: String) { self.text = text }
}
