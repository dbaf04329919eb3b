package import ListEditing

/// How an edit ended whose set the session is not sent.
package enum AckOutcome: Hashable, Sendable {
    /// It changed the list; `ids` are those that the server made, in order of the actions.
    case applied(ids: [String], clamps: [Clamp])
    /// It was valid, and there was nothing to change.
    case noop(clamps: [Clamp])
    /// Its id was answered before; nil: so long ago that the answer is not remembered.
    case duplicate(applied: Bool?)
}
