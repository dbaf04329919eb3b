/// The edit that takes a change set back (editing.md, "Undo").
///
/// It speaks in ids and neighbours rather than index paths, so that it still holds after the
/// edits of others, and it is kept with its set in the journal.
public struct Inverse: Hashable, Sendable {
    /// The steps, applied in order.
    public var steps: [InverseStep]

    /// Makes an inverse of its steps.
    public init(steps: [InverseStep] = []) { self.steps = steps }
}
