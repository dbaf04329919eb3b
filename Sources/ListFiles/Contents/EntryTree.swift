/// Rows below other rows.
enum EntryTree {
    /// The order in which the rows stand, each with its depth: below each row those that name it as
    /// their parent, in the order that they are given in.
    ///
    /// Rows whose parents form a circle stand from the first of them on, which is at the top.
    ///
    /// - Parameter parents: For each row the index of its parent; nil: it is at the top.
    /// - Complexity: O(n), without recursion.
    static func order(parents: [Int?]) -> [(index: Int, depth: Int)] {
        var children = [[Int]](repeating: [], count: parents.count)
        var top: [Int] = []
        for (index, parent) in parents.enumerated() {
            if let parent, parents.indices.contains(parent), parent != index {
                children[parent].append(index)
            } else {
                top.append(index)
            }
        }
        var order: [(index: Int, depth: Int)] = []
        order.reserveCapacity(parents.count)
        var isPlaced = [Bool](repeating: false, count: parents.count)
        for start in top + Array(parents.indices) where !isPlaced[start] {
            var waiting = [(index: start, depth: 0)]
            while let next = waiting.popLast() {
                guard !isPlaced[next.index] else { continue }
                isPlaced[next.index] = true
                order.append(next)
                waiting += children[next.index].reversed().map { ($0, next.depth + 1) }
            }
        }
        return order
    }
}
