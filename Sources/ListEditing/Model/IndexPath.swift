/// Where a row stands: `[section, row]` on the wire.
public struct IndexPath: Hashable, Comparable, Sendable {
    /// The index of the section in the list.
    public var section: Int
    /// The index of the row in its section.
    public var row: Int

    /// Makes a path.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

    /// Orders by section, then by row.
    ///
    /// - Complexity: O(1).
    public static func < (left: Self, right: Self) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}
