/// Orders of rows and marks, of which the marks alone are stored, each with the number of rows
/// between the mark before it and itself.
///
/// One binary tree for each order (a treap: a search tree by place, a heap by a number that is mixed
/// from the node's index), with the nodes of all trees in one array. Finding, inserting and removing
/// a mark, and counting a row, are O(log m) expected for m marks of the order, whatever the number of
/// rows is. Rows after the last mark are not counted.
struct MarkTrees {
    /// A mark, of the set `made`, of whose marks it is the one at `entry`.
    struct Node {
        fileprivate(set) var parent: Int32
        fileprivate(set) var left: Int32 = -1
        fileprivate(set) var right: Int32 = -1
        /// The rows between the mark before and this one.
        fileprivate(set) var rows: Int32
        /// The rows and marks of this node and those below it.
        fileprivate var rowSum: Int32
        fileprivate var markSum: Int32 = 1
        let made: Int
        let entry: Int

        fileprivate init(parent: Int32, rows: Int, made: Int, entry: Int) {
            self.parent = parent
            self.rows = Int32(rows)
            rowSum = Int32(rows)
            self.made = made
            self.entry = entry
        }
    }

    private(set) var nodes: [Node] = []
    private var freeNodes: [Int32] = []
    /// The root of each tree; -1: it has no mark.
    private var roots: [Int32] = []
    private var freeTrees: [Int32] = []

    /// The number of marks.
    var count: Int { nodes.count - freeNodes.count }

    mutating func makeTree() -> Int32 {
        if let tree = freeTrees.popLast() { return tree }
        roots.append(-1)
        return Int32(roots.count - 1)
    }

    /// Releases a tree that has no mark.
    mutating func releaseTree(_ tree: Int32) { freeTrees.append(tree) }

    func isEmpty(_ tree: Int32) -> Bool { roots[Int(tree)] < 0 }

    // MARK: Finding

    /// The tree of a mark.
    func tree(of node: Int32) -> Int32 {
        var node = node
        while self[node].parent >= 0 { node = self[node].parent }
        return ~self[node].parent
    }

    /// The number of rows before a mark in its order.
    func rank(of node: Int32) -> Int {
        sum(before: node) {
            Int($0.rows)
        } below: {
            Int($0.rowSum)
        } + Int(self[node].rows)
    }

    /// The number of marks before a mark in its order.
    func ordinal(of node: Int32) -> Int {
        sum(before: node) { _ in
            1
        } below: {
            Int($0.markSum)
        }
    }

    /// The first mark of an order that has more than `rank` rows before it; nil: there is none.
    func first(_ tree: Int32, after rank: Int) -> (node: Int32, rank: Int)? {
        var node = roots[Int(tree)]
        var before = 0
        var found: (node: Int32, rank: Int)?
        while node >= 0 {
            let here = before + rowSum(self[node].left) + Int(self[node].rows)
            if here > rank {
                found = (node, here)
                node = self[node].left
            } else {
                before = here
                node = self[node].right
            }
        }
        return found
    }

    /// The first mark of an order; nil: it has none.
    func first(_ tree: Int32) -> Int32? {
        let root = roots[Int(tree)]
        return root < 0 ? nil : end(below: root, isRight: false)
    }

    /// The mark after another; nil: it is the last.
    func next(_ node: Int32) -> Int32? { neighbour(of: node, isBehind: true) }

    /// The mark before another; nil: it is the first.
    func previous(_ node: Int32) -> Int32? { neighbour(of: node, isBehind: false) }

    /// The last mark of an order; nil: it has none.
    func last(_ tree: Int32) -> Int32? {
        let root = roots[Int(tree)]
        return root < 0 ? nil : end(below: root, isRight: true)
    }

    subscript(node: Int32) -> Node {
        _read { yield nodes[Int(node)] }
        _modify { yield &nodes[Int(node)] }
    }

    private func sum(
        before node: Int32, own: (Node) -> Int, below: (Node) -> Int
    ) -> Int {
        func all(_ node: Int32) -> Int { node < 0 ? 0 : below(self[node]) }
        var sum = all(self[node].left)
        var child = node
        while self[child].parent >= 0 {
            let parent = self[child].parent
            if self[parent].right == child { sum += all(self[parent].left) + own(self[parent]) }
            child = parent
        }
        return sum
    }

    private func rowSum(_ node: Int32) -> Int { node < 0 ? 0 : Int(self[node].rowSum) }

    private func child(_ node: Int32, isRight: Bool) -> Int32 {
        isRight ? self[node].right : self[node].left
    }

    /// The leftmost or rightmost of a node and those below it.
    private func end(below node: Int32, isRight: Bool) -> Int32 {
        var node = node
        while child(node, isRight: isRight) >= 0 { node = child(node, isRight: isRight) }
        return node
    }

    private func neighbour(of node: Int32, isBehind: Bool) -> Int32? {
        let below = child(node, isRight: isBehind)
        if below >= 0 { return end(below: below, isRight: !isBehind) }
        var node = node
        while self[node].parent >= 0 {
            let parent = self[node].parent
            if child(parent, isRight: !isBehind) == node { return parent }
            node = parent
        }
        return nil
    }

    // MARK: Counting rows

    /// A row is laid at a rank, after the marks that are there; returns false if no mark is behind it.
    mutating func lay(_ tree: Int32, at rank: Int) -> Bool {
        guard let after = first(tree, after: rank) else { return false }
        count(1, at: after.node)
        return true
    }

    /// The row at a rank is gone, and leaves no mark.
    mutating func takeOut(_ tree: Int32, at rank: Int) {
        if let after = first(tree, after: rank) { count(-1, at: after.node) }
    }

    private mutating func count(_ rows: Int32, at node: Int32) {
        self[node].rows += rows
        addSums(rows, 0, from: node)
    }

    private mutating func addSums(_ rows: Int32, _ marks: Int32, from node: Int32) {
        var node = node
        while node >= 0 {
            self[node].rowSum += rows
            self[node].markSum += marks
            node = self[node].parent
        }
    }

    // MARK: Marks

    /// The row at a rank becomes a mark.
    mutating func leave(_ tree: Int32, at rank: Int, made: Int, entry: Int) -> Int32 {
        guard let after = first(tree, after: rank) else {
            let counted = rowSum(roots[Int(tree)])
            return append(tree, rows: rank - counted, made: made, entry: entry)
        }
        let gap = after.rank - Int(self[after.node].rows)
        count(Int32(gap - rank - 1), at: after.node)
        return insert(
            before: after.node, rows: rank - gap, made: made, entry: entry)
    }

    /// Appends a mark with that many rows between the last one and itself.
    mutating func append(_ tree: Int32, rows: Int, made: Int, entry: Int) -> Int32 {
        let root = roots[Int(tree)]
        guard root >= 0 else {
            let node = makeNode(Node(parent: ~tree, rows: rows, made: made, entry: entry))
            roots[Int(tree)] = node
            return node
        }
        return attach(
            Node(parent: end(below: root, isRight: true), rows: rows, made: made, entry: entry),
            isRight: true)
    }

    private mutating func insert(before node: Int32, rows: Int, made: Int, entry: Int) -> Int32 {
        let left = self[node].left
        guard left >= 0 else {
            return attach(
                Node(parent: node, rows: rows, made: made, entry: entry), isRight: false)
        }
        return attach(
            Node(parent: end(below: left, isRight: true), rows: rows, made: made, entry: entry),
            isRight: true)
    }

    private mutating func attach(_ new: Node, isRight: Bool) -> Int32 {
        let (parent, rows) = (new.parent, new.rows)
        let node = makeNode(new)
        if isRight { self[parent].right = node } else { self[parent].left = node }
        addSums(rows, 1, from: parent)
        while self[node].parent >= 0, Self.priority(self[node].parent) < Self.priority(node) {
            rotateUp(node)
        }
        return node
    }

    /// A row takes a mark's place: the mark is gone, and the row counts there.
    mutating func take(_ node: Int32) {
        if let after = next(node) { count(1, at: after) }
        remove(node)
    }

    /// Removes a mark; the rows before it count to the next one.
    mutating func remove(_ node: Int32) {
        if let after = next(node) { count(self[node].rows, at: after) }
        count(-self[node].rows, at: node)
        while true {
            let (left, right) = (self[node].left, self[node].right)
            guard left >= 0 || right >= 0 else { break }
            let isLeft = right < 0 || left >= 0 && Self.priority(left) > Self.priority(right)
            rotateUp(isLeft ? left : right)
        }
        let parent = self[node].parent
        replaceChild(node, of: parent, with: -1)
        addSums(0, -1, from: parent)
        freeNodes.append(node)
    }

    private mutating func makeNode(_ node: Node) -> Int32 {
        if let free = freeNodes.popLast() {
            self[free] = node
            return free
        }
        nodes.append(node)
        return Int32(nodes.count - 1)
    }

    /// Exchanges a node with its parent.
    private mutating func rotateUp(_ node: Int32) {
        let parent = self[node].parent
        let inner: Int32
        if self[parent].left == node {
            inner = self[node].right
            self[parent].left = inner
            self[node].right = parent
        } else {
            inner = self[node].left
            self[parent].right = inner
            self[node].left = parent
        }
        if inner >= 0 { self[inner].parent = parent }
        replaceChild(parent, of: self[parent].parent, with: node)
        self[node].parent = self[parent].parent
        self[parent].parent = node
        renewSums(parent)
        renewSums(node)
    }

    private mutating func renewSums(_ node: Int32) {
        let (left, right) = (self[node].left, self[node].right)
        func marks(_ node: Int32) -> Int32 { node < 0 ? 0 : self[node].markSum }
        self[node].rowSum = self[node].rows + Int32(rowSum(left) + rowSum(right))
        self[node].markSum = 1 + marks(left) + marks(right)
    }

    /// - Parameter parent: a node, or the complement of a tree.
    private mutating func replaceChild(_ child: Int32, of parent: Int32, with node: Int32) {
        if parent < 0 {
            roots[Int(~parent)] = node
        } else if self[parent].left == child {
            self[parent].left = node
        } else {
            self[parent].right = node
        }
    }

    /// A number that has nothing to do with the order of marks.
    private static func priority(_ node: Int32) -> UInt32 {
        var mixed = UInt32(bitPattern: node) &+ 0x9e37_79b9
        mixed = (mixed ^ mixed >> 16) &* 0x85eb_ca6b
        mixed = (mixed ^ mixed >> 13) &* 0xc2b2_ae35
        return mixed ^ mixed >> 16
    }
}
