/// Which kinds of container are open around a place of a JSON text, one bit each.
///
/// A text can open as many as it has bytes, so the bits of more than 64 go into an array.
struct NestingStack {
    private var bits: UInt64 = 0
    private var spilled: [UInt64] = []
    private(set) var depth = 0

    /// Whether the innermost container is an object; false where none is open.
    var isInObject: Bool { depth > 0 && bits & 1 == 1 }

    /// Opens a container.
    ///
    /// Complexity: O(1) amortized.
    mutating func open(object: Bool) {
        if depth > 0 && depth % 64 == 0 {
            spilled.append(bits)
            bits = 0
        }
        bits = bits << 1 | (object ? 1 : 0)
        depth += 1
    }

    /// Closes the innermost container, of which there must be one.
    ///
    /// Complexity: O(1).
    mutating func close() {
        depth -= 1
        bits >>= 1
        if depth > 0 && depth % 64 == 0, let outer = spilled.popLast() {
            bits = outer
        }
    }
}
