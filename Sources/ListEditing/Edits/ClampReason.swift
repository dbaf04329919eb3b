/// Why a place was clamped: the first step of `targetPlace` that changed it.
public enum ClampReason: String, Sendable {
    /// The row may not leave its section for the proposed one.
    case scope
    /// The index was outside the section.
    case bounds
    /// The index was outside the row's band.
    case pinned
}
