/// One step of a client's undo or redo stack.
struct UndoEntry: Hashable, Sendable {
    /// The revision that an undo or redo of this entry names in `undoes` or `redoes`.
    var revision: Int
    /// The revision of the set that `inverse` takes back.
    var made: Int
    var inverse: EncodedInverse
}
