/// Where a row is kept: its leaf, and its offset in it.
///
/// Any mutation may change it.
struct RowPosition {
    var leaf: Int
    var offset: Int
}
