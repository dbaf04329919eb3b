/// A node of the trees that hold the rows: a leaf with rows, or an inner node with children.
struct RowNode {
    /// The most rows of a leaf, and the most children of an inner node.
    static let capacity = 32

    /// The node above; of a root the complement of its section's slot, which is negative.
    var parent: Int
    /// The rows in this node and under it.
    var count: Int
    /// The nodes directly under an inner node, none in a leaf.
    var children: ContiguousArray<Int> = []
    /// The rows of a leaf, none in an inner node.
    var rows: ContiguousArray<RowRecord> = []
    /// The tag of each row's id (`RowIndex`), close together: they are looked through instead of ids.
    var tags: ContiguousArray<UInt32> = []

    /// No row in this node or under it has a lower stamp.
    var oldest = Int.max

    var isLeaf: Bool { children.isEmpty }

    /// The place of a row among those of a leaf.
    func offset(of id: RowID, tag: UInt32) -> Int? {
        for offset in tags.indices where tags[offset] == tag && rows[offset].row.id == id {
            return offset
        }
        return nil
    }
}
