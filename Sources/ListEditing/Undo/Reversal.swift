/// A value that a set changed: what it made of it, and what it was before.
///
/// Undo puts `was` back only where the value is still `made`.
public struct Reversal<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value after the set.
    public var made: Value
    /// The value before it.
    public var was: Value

    /// Makes a reversal.
    public init(made: Value, was: Value) {
        self.made = made
        self.was = was
    }
}
