/// An edit, undo or redo as it was sent.
package struct SaidEdit: Sendable {
    package var list: String
    package var id: Int
    /// Nil: the epoch under which the session has the list open.
    package var epoch: String?
    package var kind: EditKind
}
