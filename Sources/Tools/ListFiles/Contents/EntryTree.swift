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
        var isTop = [Bool](repeating: false, count: parents.count)
        for (index, parent) in parents.enumerated() {
            if let parent, parents.indices.contains(parent), parent != index {
                children[parent].append(index)
            } else {
                top.append(index)
            }
        }
        // Rows that no walk from the top reaches are in circles, or below one.
        var isReached = [Bool](repeating: false, count: parents.count)
        for start in top {
            walk(from: start, children, &isReached) { _, _ in }
            isTop[start] = true
        }
        var order: [(index: Int, depth: Int)] = []
        order.reserveCapacity(parents.count)
        var isPlaced = [Bool](repeating: false, count: parents.count)
        for start in parents.indices where isTop[start] || !isReached[start] {
            walk(from: start, children, &isPlaced) { order.append(($0, $1)) }
        }
        return order
    }

    /// Visits a row and all below it that were not visited yet.
    private static func walk(
        from start: Int, _ children: [[Int]], _ isVisited: inout [Bool],
        _ visit: (_ index: Int, _ depth: Int) -> Void
    ) {
        var waiting = [(index: start, depth: 0)]
        while let next = waiting.popLast() {
            guard !isVisited[next.index] else { continue }
            isVisited[next.index] = true
            visit(next.index, next.depth)
            for child in children[next.index].reversed() { waiting.append((child, next.depth + 1)) }
        }
    }
}
