/// What a list may grow to (protocol.md, `limits` of `welcome`).
public struct EditLimits: Hashable, Sendable {
    /// The most rows of a list (`listFull`).
    public var rows = 200_000
    /// The most sections of a list (`tooLarge`).
    public var sections = 1_000
    /// The most bytes of a row's fields as compact JSON (`tooLarge`).
    public var fieldsBytes = 16_384
    /// The most bytes of a title in UTF-8 (`tooLarge`).
    public var titleBytes = 1_024

    /// Makes the limits that a server has by default.
    public init() {}

    /// Makes limits.
    public init(rows: Int, sections: Int, fieldsBytes: Int, titleBytes: Int) {
        self.rows = rows
        self.sections = sections
        self.fieldsBytes = fieldsBytes
        self.titleBytes = titleBytes
    }
}
