/// How far a row may move (editing.md, "Rules").
public enum MoveScope: String, Sendable {
    /// Anywhere in the list.
    case list
    /// Within its own section.
    case section
}
