public import ListEditing

/// What a client is doing in a list, as the others see it.
public struct Presence: Sendable, Hashable {
    /// Whether a client is editing.
    public enum Mode: String, Sendable {
        /// Looking on.
        case inactive
        /// In edit mode.
        case active
        /// One row is swiped open.
        case transient
    }

    /// Whether it is editing.
    public var mode: Mode
    /// The rows that are selected.
    public var selected: [RowID]
    /// The row that is being dragged.
    public var dragging: RowID?
    /// The row of which a field is being written, and the field.
    public var editing: (row: RowID, field: String)? {
        get { editedRow.map { ($0, editedField) } }
        set {
            editedRow = newValue?.row
            editedField = newValue?.field ?? ""
        }
    }
    private var editedRow: RowID?
    private var editedField = ""

    /// Makes a presence; without arguments, of one who looks on.
    public init(mode: Mode = .inactive, selected: [RowID] = [], dragging: RowID? = nil) {
        self.mode = mode
        self.selected = selected
        self.dragging = dragging
    }
}
