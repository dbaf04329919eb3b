/// The rules of a list or a section; nil: not given (the default, or the list's).
///
/// The meanings are those of editing.md, "Rules". `moveScope` counts on lists only. A section
/// narrows what its list allows and never widens it.
public struct Rules: Hashable, Sendable {
    /// Whether rows can be updated and deleted.
    public var editable: Bool?
    /// Whether rows can be deleted.
    public var deletable: Bool?
    /// Whether rows can be moved, and moved in from other sections.
    public var reorderable: Bool?
    /// Whether rows can be inserted.
    public var insertable: Bool?
    /// When clients show drag handles.
    public var handles: Handles?
    /// How far rows may move; on lists only.
    public var moveScope: MoveScope?
    /// What the delete button says; `{detail}` stands for that field.
    public var deleteTitle: String?
    /// The most rows: of a section that section's, of a list the total.
    public var maxRows: Int?
    /// What the list is for clients; on lists only.
    public var kind: ListKind?
    /// Whether entering edit mode turns every text into a field in clients; on lists only.
    public var editFields: Bool?

    /// Makes rules that allow everything.
    public init() {}
}

/// What a list is for the clients that show it.
public enum ListKind: String, Hashable, Sendable, CaseIterable {
    /// Rows have a checkbox.
    case check
    /// Rows have none.
    case plain
}
