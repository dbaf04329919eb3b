/// Where a row may land (editing.md, "Where a row may land").
public struct TargetPlace: Hashable, Sendable {
    /// The place that is allowed: the path after the move.
    public var place: IndexPath
    /// The first step that changed the proposed place; nil: it was allowed as it is.
    public var why: ClampReason?

    /// Makes a place.
    public init(place: IndexPath, why: ClampReason?) {
        self.place = place
        self.why = why
    }
}
