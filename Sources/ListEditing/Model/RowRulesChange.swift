/// What an update does with the rules of a row.
public struct RowRulesChange: Hashable, Sendable {
    /// What becomes of `editable`.
    public var editable: Setting<Bool> = .keep
    /// What becomes of `deletable`.
    public var deletable: Setting<Bool> = .keep
    /// What becomes of `movable`.
    public var movable: Setting<Bool> = .keep
    /// What becomes of `pinned`.
    public var pinned: Setting<Pin> = .keep

    /// Makes a change that leaves every rule as it is.
    public init() {}
}
