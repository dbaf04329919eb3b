package import ListEditing

/// What an edit asks for.
package enum EditKind: Sendable {
    /// Actions that can be read, with their base.
    case actions(Edit)
    case undo
    case redo
    /// Something that must be refused.
    case illegal

    var isEdit: Bool {
        if case .actions = self { true } else { false }
    }
}
