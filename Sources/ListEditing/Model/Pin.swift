/// The band that a row is pinned to (editing.md, "Bands").
public enum Pin: String, Sendable {
    /// The band at the top of the section.
    case top
    /// The band at the bottom of the section.
    case bottom
}
