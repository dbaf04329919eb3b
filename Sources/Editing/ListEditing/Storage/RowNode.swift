/// A node of the trees that hold the rows: a leaf with rows, or an inner node with children.
struct RowNode {
    /// The maximum number of rows of a leaf, and of children of an inner node.
    static let capacity = 32

    /// The parent node; for a root, the bitwise complement of its section's slot, which is
    /// negative.
    var parent: Int
    /// The number of rows in this node and below it.
    var count: Int
    /// The child nodes of an inner node; empty in a leaf.
    var children: ContiguousArray<Int> = []
    /// The rows of a leaf; empty in an inner node.
    var rows: ContiguousArray<RowRecord> = []
    /// The tag of each row's id (`RowIndex`), stored contiguously for the search for an id.
    var tags: ContiguousArray<UInt32> = []

    /// A lower bound of the stamps of the rows in this node and below it.
    var oldest = Int.max

    var isLeaf: Bool { children.isEmpty }

    /// The offset of a row in a leaf; nil if the leaf does not hold it.
    func offset(of id: RowID, tag: UInt32) -> Int? {
        for offset in tags.indices where tags[offset] == tag && rows[offset].row.id == id {
            return offset
        }
        return nil
    }
}

/// The storage position of a row: its leaf, and its offset in the leaf.
///
/// Any mutation invalidates it.
struct RowPosition {
    var leaf: Int
    var offset: Int
}
