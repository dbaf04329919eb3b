/// A place that an action asks for, before the rules had their say.
struct ProposedPlace {
    var slot: Int
    /// The index, counted without the rows that move; it may lie outside.
    var row: Int
    /// Whether the index lay outside in the list that it was counted in, and was bounded there.
    var isBounded = false
    /// Whether a clamp by `bounds` or `pinned` is reported: not for `at`, and not without `to`.
    var isNamed = true
}
