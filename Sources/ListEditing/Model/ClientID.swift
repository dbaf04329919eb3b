/// The public name of a client (24 hex digits on the wire; opaque here).
public struct ClientID: Hashable, Sendable {
    /// The name as it is written on the wire.
    public let text: String

    /// Makes a name of its text.
    public init(_ text: String) { self.text = text }
}
