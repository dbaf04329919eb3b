/// A change set that does not fit the list: a broken count rule, or a path or id that is not there.
public struct CountError: Error, Hashable, Sendable {
    /// What does not fit; for a broken count rule the section and all six numbers.
    public let message: String

    /// Makes an error.
    public init(message: String) { self.message = message }
}
