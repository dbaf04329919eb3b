import TextBytes

/// The rules of a list or a section; nil: not set (the default, or the list's).
///
/// `moveScope`, `kind` and `editFields` apply to lists only. A section narrows what its list allows
/// and never widens it.
public struct Rules: Hashable, Sendable {
    /// Whether rows can be updated and deleted.
    public var editable: Bool?
    /// Whether rows can be deleted.
    public var deletable: Bool?
    /// Whether rows can be moved within the section, and into it from other sections.
    public var reorderable: Bool?
    /// Whether rows can be inserted.
    public var insertable: Bool?
    /// When clients show drag handles.
    public var handles: Handles?
    /// How far rows may move; lists only.
    public var moveScope: MoveScope?
    /// The title of the delete button; `{detail}` is replaced by that field.
    public var deleteTitle: String?
    /// The maximum number of rows, of the section or in total in the list.
    public var maxRows: Int?
    /// How clients show the list; lists only.
    public var kind: ListKind?
    /// Whether clients turn every text into an input field in edit mode; lists only.
    public var editFields: Bool?

    /// Creates rules that allow everything.
    public init() {}
}

// Canonical equivalence: foreign words are read by `init(word:)`.
/// How clients show a list.
public enum ListKind: String, Hashable, Sendable, CaseIterable {
    /// Rows have a checkbox.
    case check
    /// Rows have no checkbox.
    case plain
}

// Canonical equivalence: foreign words are read by `init(word:)`.
/// When clients show drag handles.
public enum Handles: String, Sendable, CaseIterable {
    /// In edit mode only.
    case edit
    /// Outside edit mode too, where a tap selects.
    case always
}

// Canonical equivalence: foreign words are read by `init(word:)`.
/// How far a row may move.
public enum MoveScope: String, Sendable, CaseIterable {
    /// Anywhere in the list.
    case list
    /// Within its own section.
    case section
}

extension Rules {
    /// The approximate size in bytes of the stored rules.
    var byteCount: Int {
        var bytes = deleteTitle.map { $0.utf8.count + 17 } ?? 0
        if editable != nil { bytes += 17 }
        if deletable != nil { bytes += 18 }
        if reorderable != nil { bytes += 20 }
        if insertable != nil { bytes += 19 }
        if handles != nil { bytes += 19 }
        if moveScope != nil { bytes += 22 }
        if maxRows != nil { bytes += 16 }
        return bytes
    }
}

extension Rules {
    /// Whether both are the same, texts byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        areSame(left.deleteTitle, right.deleteTitle) && left.editable == right.editable
            && left.deletable == right.deletable && left.reorderable == right.reorderable
            && left.insertable == right.insertable && left.handles == right.handles
            && left.moveScope == right.moveScope && left.maxRows == right.maxRows
            && left.kind == right.kind && left.editFields == right.editFields
    }

    /// Hashes texts by their bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(deleteTitle.map { TextKey($0) })
        hasher.combine(editable)
        hasher.combine(deletable)
        hasher.combine(reorderable)
        hasher.combine(insertable)
        hasher.combine(handles)
        hasher.combine(moveScope)
        hasher.combine(maxRows)
        hasher.combine(kind)
        hasher.combine(editFields)
    }
}
