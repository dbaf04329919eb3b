import ListEditing

/// One thing that a record did to a list, in order.
enum RecordStep: Sendable {
    case set(SequencedSet)
    /// An undo or redo that found nothing left: the step is off its stack.
    case dropped(UndoStack, of: ClientID)
}
