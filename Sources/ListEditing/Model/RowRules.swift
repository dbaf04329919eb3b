/// The rules of a row; nil: not given (the section's).
public struct RowRules: Hashable, Sendable {
    /// Whether the row can be updated and deleted.
    public var editable: Bool?
    /// Whether it can be deleted.
    public var deletable: Bool?
    /// Whether it can be moved.
    public var movable: Bool?
    /// The band that it keeps to.
    public var pinned: Pin?

    /// Makes rules that allow everything.
    public init() {}
}
