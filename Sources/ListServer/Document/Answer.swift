import ListEditing

/// What became of an edit.
///
/// It is sent only once it is durable.
enum Answer: Hashable, Sendable {
    /// It changed the list; `ids` are those that the server named.
    case applied(revision: Int, ids: [String], clamps: [Clamp])
    /// Valid, and nothing to change.
    case noop(revision: Int, clamps: [Clamp])
    /// Its id was answered before; `applied` is nil where that is no longer remembered.
    case duplicate(revision: Int, applied: Bool?)
    case rejected(Rejection)
}
