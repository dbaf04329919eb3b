/// When clients show drag handles (editing.md, "Rules").
public enum Handles: String, Sendable {
    /// In edit mode alone.
    case edit
    /// Outside edit mode too; a tap selects.
    case always
}
