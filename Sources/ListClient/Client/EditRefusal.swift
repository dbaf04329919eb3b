/// Why an edit was refused.
public struct EditRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable code of the protocol: `moveDisabled`, `conflict`, `forbidden`, ….
    public var code: String
    /// What was refused and why, for people.
    public var message: String
    /// The number of the action at fault, from 0; nil where it concerns the whole edit.
    public var action: Int?
    /// Milliseconds to wait before trying again, with `rateLimited`.
    public var retryAfter: Int?

    /// Message and code.
    public var description: String { "\(message) (\(code))" }
}
