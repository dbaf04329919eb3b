/// The id of a row: 1–64 of `A-Za-z0-9._~-`, unique in its list (protocol.md, "Transport").
///
/// The editing core compares ids and never looks into them; whoever reads messages checks their form.
public struct RowID: Hashable, Sendable {
    /// The id as it is written on the wire.
    public let text: String

    /// Makes an id of its text.
    public init(_ text: String) { self.text = text }
}
