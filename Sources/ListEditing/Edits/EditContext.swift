/// Who edits, and within which limits.
public struct EditContext: Hashable, Sendable {
    /// The client that the edit is of.
    public var client: ClientID
    /// Whether it may give rules (role `owner`).
    ///
    /// Undo leaves out what it may not; for edits the caller asks `Edit.givesRules` before.
    public var mayGiveRules: Bool
    /// The limits.
    public var limits: EditLimits

    /// Makes a context.
    public init(client: ClientID, mayGiveRules: Bool, limits: EditLimits = EditLimits()) {
        self.client = client
        self.mayGiveRules = mayGiveRules
        self.limits = limits
    }
}
