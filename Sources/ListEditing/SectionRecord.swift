/// A section as the list holds it; its rows are in the `RowForest` under its slot.
struct SectionRecord {
    var id: SectionID
    var title: String
    var rules: Rules
    /// The rows pinned to the top.
    var top = 0
    /// The rows pinned to the bottom.
    var bottom = 0
}
