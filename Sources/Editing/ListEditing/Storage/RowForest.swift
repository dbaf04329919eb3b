/// The rows of all sections: a counted B+-tree for each section slot, with the nodes of all trees
/// in one array, and one hash index from row ids to leaves.
///
/// It consists of arrays, so it has value semantics; a copy shares every leaf until the leaf
/// changes. Finding, inserting and removing a row are O(log n).
struct RowForest {
    private(set) var nodes: [RowNode] = []
    private var freeNodes: [Int] = []
    /// The root of each slot's tree; -1: the slot is free.
    private(set) var roots: [Int] = []
    private var index = RowIndex()
    private(set) var rowCount = 0
    /// The number of detached trees, whose rows are in the index and count as absent.
    private var detachedTrees = 0
    /// The `parent` of a detached root.
    private static let detachedParent = Int.min

    func count(slot: Int) -> Int { nodes[roots[slot]].count }

    func position(of id: RowID) -> RowPosition? {
        let tag = RowIndex.tag(id)
        if detachedTrees == 0 {
            return index.find(tag) { leaf in nodes[leaf].offset(of: id, tag: tag) }
        }
        return index.find(tag) { leaf in
            isAttached(leaf) ? nodes[leaf].offset(of: id, tag: tag) : nil
        }
    }

    /// The position of a row in a detached tree; nil: it is in none.
    func detachedPosition(of id: RowID) -> RowPosition? {
        guard detachedTrees > 0 else { return nil }
        let tag = RowIndex.tag(id)
        return index.find(tag) { leaf in
            isAttached(leaf) ? nil : nodes[leaf].offset(of: id, tag: tag)
        }
    }

    private func isAttached(_ leaf: Int) -> Bool { rootParent(of: leaf) != Self.detachedParent }

    /// The `parent` of the root above a node.
    private func rootParent(of leaf: Int) -> Int {
        var node = leaf
        while node >= 0 { node = nodes[node].parent }
        return node
    }

    /// The slot of a row's section.
    func slot(of position: RowPosition) -> Int { ~rootParent(of: position.leaf) }

    /// The row at a position, read in place: a copy would cost four retains.
    subscript(position: RowPosition) -> RowRecord {
        _read { yield nodes[position.leaf].rows[position.offset] }
    }

    /// The position of the row at an index; at the end, the end of the last leaf.
    func position(slot: Int, row: Int) -> RowPosition {
        var node = roots[slot]
        var rest = row
        while !nodes[node].isLeaf {
            let children = nodes[node].children
            var place = 0
            while place < children.count - 1, rest >= nodes[children[place]].count {
                rest -= nodes[children[place]].count
                place += 1
            }
            node = children[place]
        }
        return RowPosition(leaf: node, offset: rest)
    }

    /// The slot of a row's section, and its index there.
    func rank(of position: RowPosition) -> (slot: Int, row: Int) {
        var row = position.offset
        var node = position.leaf
        while nodes[node].parent >= 0 {
            let parent = nodes[node].parent
            for child in nodes[parent].children {
                if child == node { break }
                row += nodes[child].count
            }
            node = parent
        }
        return (~nodes[node].parent, row)
    }

    mutating func insert(_ record: consuming RowRecord, slot: Int, row: Int) {
        let place = position(slot: slot, row: row)
        let tag = RowIndex.tag(record.id)
        let stamp = record.stamp
        if nodes[place.leaf].rows.capacity <= nodes[place.leaf].rows.count {
            nodes[place.leaf].rows.reserveCapacity(RowNode.capacity + 1)
            nodes[place.leaf].tags.reserveCapacity(RowNode.capacity + 1)
        }
        nodes[place.leaf].rows.insert(record, at: place.offset)
        nodes[place.leaf].tags.insert(tag, at: place.offset)
        addCount(1, from: place.leaf)
        lowerOldest(stamp, from: place.leaf)
        index.insert(tag, leaf: place.leaf)
        rowCount += 1
        let count = nodes[place.leaf].rows.count
        guard count > RowNode.capacity else { return }
        // Appending rows one after the other leaves full leaves, not half-full ones.
        split(place.leaf, at: place.offset == count - 1 ? count - 1 : count / 2)
    }

    mutating func remove(at position: RowPosition) -> RowRecord {
        let leaf = position.leaf
        let record = nodes[leaf].rows.remove(at: position.offset)
        index.remove(nodes[leaf].tags.remove(at: position.offset), leaf: leaf)
        addCount(-1, from: leaf)
        rowCount -= 1
        rebalance(leaf)
        return record
    }

    mutating func update<Result>(
        at position: RowPosition, _ change: (inout RowRecord) -> Result
    ) -> Result {
        change(&nodes[position.leaf].rows[position.offset])
    }

    /// Sets the stamp of a row.
    mutating func stamp(_ stamp: Int, at position: RowPosition) {
        nodes[position.leaf].rows[position.offset].stamp = stamp
        lowerOldest(stamp, from: position.leaf)
    }

    /// The index of the first row from `start` on whose stamp is at most `base`; nil: none.
    ///
    /// Tightens the bounds of the nodes that it searches in vain, so that each is searched once
    /// after its rows were stamped.
    ///
    /// - Complexity: amortised O(log n).
    mutating func firstRow(slot: Int, from start: Int, stampedBy base: Int) -> Int? {
        firstRow(in: roots[slot], from: max(0, start), stampedBy: base)
    }

    private mutating func firstRow(in node: Int, from start: Int, stampedBy base: Int) -> Int? {
        guard nodes[node].oldest <= base, start < nodes[node].count else { return nil }
        if nodes[node].isLeaf {
            for row in start..<nodes[node].count where nodes[node].rows[row].stamp <= base {
                return row
            }
            if start == 0 {
                nodes[node].oldest = nodes[node].rows.reduce(Int.max) { min($0, $1.stamp) }
            }
            return nil
        }
        var before = 0
        var oldest = Int.max
        for place in nodes[node].children.indices {
            let child = nodes[node].children[place]
            let count = nodes[child].count
            if start < before + count,
                let found = firstRow(in: child, from: max(0, start - before), stampedBy: base)
            {
                return before + found
            }
            before += count
            oldest = min(oldest, nodes[child].oldest)
        }
        if start == 0 { nodes[node].oldest = oldest }
        return nil
    }

    /// Builds the tree of a slot.
    ///
    /// - Complexity: O(n) in these rows.
    mutating func insertTree(_ rows: [RowRecord], slot: Int) {
        while roots.count <= slot { roots.append(-1) }
        index.reserve(rows.count)
        var level: [Int] = []
        var start = 0
        repeat {
            let end = min(start + RowNode.capacity, rows.count)
            let leaf = makeNode(RowNode(parent: 0, count: end - start))
            nodes[leaf].rows = ContiguousArray(rows[start..<end])
            nodes[leaf].oldest = rows[start..<end].reduce(Int.max) { min($0, $1.stamp) }
            nodes[leaf].tags = ContiguousArray(rows[start..<end].map { RowIndex.tag($0.id) })
            for tag in nodes[leaf].tags { index.insert(tag, leaf: leaf) }
            level.append(leaf)
            start = end
        } while start < rows.count
        while level.count > 1 {
            var above: [Int] = []
            for start in stride(from: 0, to: level.count, by: RowNode.capacity) {
                let part = level[start..<min(start + RowNode.capacity, level.count)]
                let node = makeNode(RowNode(parent: 0, count: 0))
                for child in part {
                    nodes[child].parent = node
                    nodes[node].count += nodes[child].count
                    nodes[node].oldest = min(nodes[node].oldest, nodes[child].oldest)
                }
                nodes[node].children = ContiguousArray(part)
                above.append(node)
            }
            level = above
        }
        roots[slot] = level[0]
        nodes[level[0]].parent = ~slot
        rowCount += rows.count
    }

    /// Detaches the tree of a slot, with all its rows, and returns its root.
    ///
    /// Its rows count as absent until `attach`; `removeTree` removes them.
    ///
    /// - Complexity: O(1).
    mutating func detach(slot: Int) -> Int {
        let root = roots[slot]
        roots[slot] = -1
        nodes[root].parent = Self.detachedParent
        rowCount -= nodes[root].count
        detachedTrees += 1
        return root
    }

    /// Attaches a detached tree to a slot.
    ///
    /// - Complexity: O(1).
    mutating func attach(_ root: Int, slot: Int) {
        while roots.count <= slot { roots.append(-1) }
        roots[slot] = root
        nodes[root].parent = ~slot
        rowCount += nodes[root].count
        detachedTrees -= 1
    }

    /// Removes a detached tree, also from the index, and returns its rows.
    ///
    /// - Complexity: O(n) in these rows.
    mutating func removeTree(_ root: Int) -> [RowRecord] {
        var rows: [RowRecord] = []
        rows.reserveCapacity(nodes[root].count)
        removeTree(node: root, into: &rows)
        detachedTrees -= 1
        return rows
    }

    private mutating func removeTree(node: Int, into rows: inout [RowRecord]) {
        for child in nodes[node].children { removeTree(node: child, into: &rows) }
        for tag in nodes[node].tags { index.remove(tag, leaf: node) }
        rows.append(contentsOf: nodes[node].rows)
        releaseNode(node)
    }

    // MARK: Nodes

    private mutating func makeNode(_ node: RowNode) -> Int {
        if let free = freeNodes.popLast() {
            nodes[free] = node
            return free
        }
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func releaseNode(_ node: Int) {
        nodes[node] = RowNode(parent: 0, count: 0)
        freeNodes.append(node)
    }

    private mutating func addCount(_ rows: Int, from leaf: Int) {
        var node = leaf
        while node >= 0 {
            nodes[node].count += rows
            node = nodes[node].parent
        }
    }

    /// Lowers the `oldest` bounds above a row to its stamp.
    private mutating func lowerOldest(_ stamp: Int, from leaf: Int) {
        var node = leaf
        while node >= 0, nodes[node].oldest > stamp {
            nodes[node].oldest = stamp
            node = nodes[node].parent
        }
    }
}

// MARK: Balance

extension RowForest {
    /// Splits a full node and inserts the second part into its parent, which may be split in turn.
    private mutating func split(_ node: Int, at half: Int) {
        let sibling = makeNode(RowNode(parent: nodes[node].parent, count: 0))
        if nodes[node].isLeaf {
            nodes[sibling].rows.reserveCapacity(RowNode.capacity + 1)
            nodes[sibling].rows.append(contentsOf: nodes[node].rows[half...])
            nodes[node].rows.removeSubrange(half...)
            nodes[sibling].tags.reserveCapacity(RowNode.capacity + 1)
            nodes[sibling].tags.append(contentsOf: nodes[node].tags[half...])
            nodes[node].tags.removeSubrange(half...)
            nodes[sibling].count = nodes[sibling].rows.count
            for tag in nodes[sibling].tags { index.move(tag, from: node, to: sibling) }
        } else {
            nodes[sibling].children = ContiguousArray(nodes[node].children[half...])
            nodes[node].children.removeSubrange(half...)
            for child in nodes[sibling].children {
                nodes[child].parent = sibling
                nodes[sibling].count += nodes[child].count
            }
        }
        nodes[node].count -= nodes[sibling].count
        nodes[sibling].oldest = nodes[node].oldest
        let parent = nodes[node].parent
        if parent < 0 {
            let root = makeNode(RowNode(parent: parent, count: 0))
            nodes[root].count = nodes[node].count + nodes[sibling].count
            nodes[root].oldest = nodes[node].oldest
            nodes[root].children = [node, sibling]
            nodes[node].parent = root
            nodes[sibling].parent = root
            roots[~parent] = root
        } else {
            let place = childPlace(of: node)
            nodes[parent].children.insert(sibling, at: place + 1)
            let count = nodes[parent].children.count
            if count > RowNode.capacity {
                split(parent, at: place + 1 == count - 1 ? count - 1 : count / 2)
            }
        }
    }

    private func childPlace(of node: Int) -> Int {
        nodes[nodes[node].parent].children.firstIndex(of: node) ?? 0
    }

    /// Removes an empty leaf, or merges a nearly empty one with a neighbour.
    private mutating func rebalance(_ leaf: Int) {
        let parent = nodes[leaf].parent
        guard parent >= 0, nodes[leaf].rows.count < RowNode.capacity / 4 else { return }
        let place = childPlace(of: leaf)
        let siblings = nodes[parent].children
        if nodes[leaf].rows.isEmpty {
            removeNode(leaf)
        } else if place + 1 < siblings.count {
            mergeLeaves(leaf, siblings[place + 1])
        } else if place > 0 {
            mergeLeaves(siblings[place - 1], leaf)
        }
    }

    private mutating func mergeLeaves(_ first: Int, _ second: Int) {
        guard nodes[first].rows.count + nodes[second].rows.count <= RowNode.capacity * 3 / 4 else {
            return
        }
        nodes[first].rows.reserveCapacity(RowNode.capacity + 1)
        for tag in nodes[second].tags { index.move(tag, from: second, to: first) }
        nodes[first].rows.append(contentsOf: nodes[second].rows)
        nodes[first].tags.append(contentsOf: nodes[second].tags)
        nodes[first].count = nodes[first].rows.count
        nodes[first].oldest = min(nodes[first].oldest, nodes[second].oldest)
        removeNode(second)
    }

    /// Removes a node whose rows are removed, or moved to another node.
    private mutating func removeNode(_ node: Int) {
        let parent = nodes[node].parent
        nodes[parent].children.remove(at: childPlace(of: node))
        releaseNode(node)
        if nodes[parent].children.isEmpty, nodes[parent].parent >= 0 {
            removeNode(parent)
        } else if nodes[parent].children.count == 1, nodes[parent].parent < 0 {
            let child = nodes[parent].children[0]
            roots[~nodes[parent].parent] = child
            nodes[child].parent = nodes[parent].parent
            releaseNode(parent)
        } else if nodes[parent].children.count < RowNode.capacity / 4, nodes[parent].parent >= 0 {
            mergeInner(parent)
        }
    }

    /// Merges an inner node that has few children with a neighbour, to keep the depth logarithmic.
    private mutating func mergeInner(_ node: Int) {
        let parent = nodes[node].parent
        let place = childPlace(of: node)
        let siblings = nodes[parent].children
        guard siblings.count > 1 else { return }
        let first = place + 1 < siblings.count ? node : siblings[place - 1]
        let second = place + 1 < siblings.count ? siblings[place + 1] : node
        guard nodes[first].children.count + nodes[second].children.count <= RowNode.capacity * 3 / 4
        else { return }
        for child in nodes[second].children { nodes[child].parent = first }
        nodes[first].children.append(contentsOf: nodes[second].children)
        nodes[first].count += nodes[second].count
        nodes[first].oldest = min(nodes[first].oldest, nodes[second].oldest)
        nodes[second].children = []
        removeNode(second)
    }
}
