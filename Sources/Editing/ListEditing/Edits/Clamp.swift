/// The allowed place for a row, as `EditableList.targetPlace(moving:proposed:)` returns it.
public struct TargetPlace: Hashable, Sendable {
    /// The place that is allowed: the path after the move.
    public var place: IndexPath
    /// The first step that changed the proposed place; nil: it was allowed as it is.
    public var why: ClampReason?

    /// Creates a place.
    public init(place: IndexPath, why: ClampReason?) {
        self.place = place
        self.why = why
    }
}

/// A place that was clamped, as an edit reports it.
public struct Clamp: Hashable, Sendable {
    /// What an action placed.
    public enum PlacedItem: Hashable, Sendable {
        /// One row.
        case row(RowID)
        /// The rows of a `moveRows`, in list order.
        case rows([RowID])
        /// A section.
        case section(SectionID)
    }

    /// The place as the client wrote it.
    public enum Asked: Hashable, Sendable {
        /// The place of rows.
        case row(RowTarget)
        /// The place of a section.
        case section(SectionTarget)
    }

    /// The allowed place, as a path in the list after the action.
    public enum Resolved: Hashable, Sendable {
        /// The path of the row, or of the first row of a group.
        case row(IndexPath)
        /// The index of the section.
        case section(Int)
    }

    /// The number of the action in its edit, from 0.
    public var action: Int
    /// What was placed.
    public var subject: PlacedItem
    /// The place as the client wrote it.
    public var asked: Asked
    /// The allowed place.
    public var to: Resolved
    /// The first step that changed the place.
    public var why: ClampReason

    /// Creates an entry.
    public init(action: Int, subject: PlacedItem, asked: Asked, to: Resolved, why: ClampReason) {
        self.action = action
        self.subject = subject
        self.asked = asked
        self.to = to
        self.why = why
    }
}

// Canonical equivalence: foreign words are read by `init(word:)`.
/// The step of clamping that changed a place.
public enum ClampReason: String, Sendable, CaseIterable {
    /// The row may not leave its section for the proposed one.
    case scope
    /// The index was outside the section.
    case bounds
    /// The index was outside the row's band.
    case pinned
}
