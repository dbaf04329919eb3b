import TextBytes

/// The marks of a list: where rows and sections stood that were deleted or moved away.
///
/// Rows and marks of a section are one order, in each of its bands; sections and their marks are one
/// order too. Nothing moves a mark; what is laid into a gap stands after its marks; what comes back
/// takes its mark's place. A mark is named by the set that left it and the id of what stood there. A
/// deleted section keeps the marks inside it, held by its own mark, until it is brought back.
///
/// The marks of one set are released together, once the step that takes the set back is gone
/// (`release`): they have no effect from then on, and are removed later on (`sweep`).
struct PlaceMarks {
    /// A section's order of rows and marks in each band; -1: there is no mark in the band.
    struct Bands {
        fileprivate var trees: (Int32, Int32, Int32) = (-1, -1, -1)

        subscript(band: Band) -> Int32 {
            get {
                switch band {
                case .top: trees.0
                case .free: trees.1
                case .bottom: trees.2
                }
            }
            set {
                switch band {
                case .top: trees.0 = newValue
                case .free: trees.1 = newValue
                case .bottom: trees.2 = newValue
                }
            }
        }
    }

    /// A section that is not in the list, and can come back.
    struct DeletedSection {
        var bands = Bands()
        /// The rows that went with it.
        var rows: Int
    }

    struct DeletedKey: Hashable {
        var made: Int
        var section: SectionID
    }

    /// Whose order a tree is.
    enum Order: Equatable {
        case sections
        case rows(SectionID, Band)
        case deletedRows(DeletedKey, Band)
        /// Of a section that cannot come back.
        case lost
    }

    /// A mark that a set left.
    struct Left {
        /// The row or section that stood there.
        let id: String
        /// Its node; -1: what stood there has taken its place again.
        fileprivate(set) var node: Int32
    }

    private(set) var trees = MarkTrees()
    /// The order of each tree.
    private var orders: [Order] = []
    let sectionTree: Int32
    private(set) var bands: [SectionID: Bands] = [:]
    private(set) var deleted: [DeletedKey: DeletedSection] = [:]
    /// The sets that deleted a section, by its id.
    private var deletions: [SectionID: Set<Int>] = [:]
    /// The marks of each set, ascending by id.
    private var rowMarks: [Int: [Left]] = [:]
    private var sectionMarks: [Int: [Left]] = [:]
    /// Released marks that are still in their orders.
    private var released: [Released] = []
    /// How many these are.
    private(set) var releasedCount = 0

    /// What is to be removed of a set.
    struct Released {
        let made: Int
        fileprivate(set) var rows: [Left]
        fileprivate(set) var sections: [Left]
    }

    init() {
        sectionTree = trees.makeTree()
        orders = [.sections]
    }

    /// The number of marks, released ones that are not removed yet among them.
    var count: Int { trees.count }

    /// The sets that left marks which are not released.
    var sets: Set<Int> { Set(rowMarks.keys).union(sectionMarks.keys) }

    // MARK: Finding

    /// The mark of a row that the set `made` took away; nil: there is none.
    ///
    /// - Complexity: O(log k) for k marks of the set.
    func mark(of row: RowID, made: Int) -> Int32? { find(row.text, in: rowMarks[made]) }

    /// The mark of a section that the set `made` took away; nil: there is none.
    func mark(of section: SectionID, made: Int) -> Int32? {
        find(section.text, in: sectionMarks[made])
    }

    func order(of mark: Int32) -> Order { orders[Int(trees.tree(of: mark))] }

    /// Whether a step can still bring a deleted section back.
    ///
    /// - Complexity: O(d log k) for d deletions of the section, of k sections each.
    func canComeBack(_ section: SectionID) -> Bool {
        deletions[section, default: []].contains { mark(of: section, made: $0) != nil }
    }

    /// Whether a mark of another set than `made`, which is not released, is between a row at a rank of
    /// an order and the mark that it is to take.
    ///
    /// So many marks of the own set, and released ones, are looked past; of more, the answer is true.
    func isCrossed(from rank: Int, _ order: Order, to mark: Int32, made: Int) -> Bool {
        guard self.order(of: mark) == order else { return true }
        let tree = trees.tree(of: mark)
        let after = trees.first(tree, after: rank)
        let isUp = trees.rank(of: mark) <= rank
        var next =
            isUp ? (after.map { trees.previous($0.node) } ?? trees.last(tree)) : after?.node
        var (own, released) = (0, 0)
        while own < Self.mostOwn, released < Self.mostReleased {
            guard let node = next, node != mark else { return false }
            if trees[node].made == made {
                own += 1
            } else if isHeld(node) {
                return true
            } else {
                released += 1
            }
            next = isUp ? trees.previous(node) : trees.next(node)
        }
        return true
    }

    private static let mostOwn = 64
    private static let mostReleased = 4_096

    /// Whether a mark is not released.
    func isHeld(_ mark: Int32) -> Bool {
        let made = trees[mark].made
        return orders[Int(trees.tree(of: mark))] == .sections
            ? sectionMarks[made] != nil : rowMarks[made] != nil
    }

    /// What stood at a mark; nil: the mark is released.
    func id(of mark: Int32) -> String? {
        let node = trees[mark]
        let isOfSection = orders[Int(trees.tree(of: mark))] == .sections
        return (isOfSection ? sectionMarks[node.made] : rowMarks[node.made])?[node.entry].id
    }

    private func find(_ id: String, in marks: [Left]?) -> Int32? {
        guard let marks else { return nil }
        let place = marks.prefixCount { marks[$0].id.precedes(id) }
        guard place < marks.count, marks[place].id.isSame(as: id), marks[place].node >= 0 else {
            return nil
        }
        return marks[place].node
    }

    // MARK: Leaving marks

    /// A row that leaves its place, the one that it has before the set.
    struct LeavingRow {
        var id: RowID
        var section: SectionID
        var band: Band
        /// The number of rows of the band before it.
        var rank: Int
    }

    /// Rows and sections leave marks where they stand.
    ///
    /// - Parameters:
    ///   - rows: those of a band descending by rank.
    ///   - sections: descending by index.
    ///   - made: the set that takes them away.
    /// - Complexity: O(k log m).
    mutating func leave(
        rows: [LeavingRow], sections: [(id: SectionID, index: Int)], made: Int
    ) -> MarkChange? {
        guard !rows.isEmpty || !sections.isEmpty else { return nil }
        if !rows.isEmpty {
            var left = rows.map { Left(id: $0.id.text, node: -1) }
            left.sort { $0.id.precedes($1.id) }
            for row in rows {
                let tree = makeTree(of: row.section, row.band)
                let entry = left.prefixCount { left[$0].id.precedes(row.id.text) }
                left[entry].node = trees.leave(tree, at: row.rank, made: made, entry: entry)
            }
            rowMarks[made] = left
        }
        if !sections.isEmpty {
            var left = sections.map { Left(id: $0.id.text, node: -1) }
            left.sort { $0.id.precedes($1.id) }
            for section in sections {
                let entry = left.prefixCount { left[$0].id.precedes(section.id.text) }
                left[entry].node = trees.leave(
                    sectionTree, at: section.index, made: made, entry: entry)
            }
            sectionMarks[made] = left
        }
        return .left(made: made)
    }

    /// One row leaves a mark.
    mutating func leave(_ row: LeavingRow, made: Int) -> MarkChange {
        let tree = makeTree(of: row.section, row.band)
        let node = trees.leave(tree, at: row.rank, made: made, entry: 0)
        rowMarks[made] = [Left(id: row.id.text, node: node)]
        return .left(made: made)
    }

    private mutating func makeTree(of section: SectionID, _ band: Band) -> Int32 {
        if let tree = bands[section]?[band], tree >= 0 { return tree }
        let tree = makeTree(.rows(section, band))
        bands[section, default: Bands()][band] = tree
        return tree
    }

    private mutating func makeTree(_ order: Order) -> Int32 {
        let tree = trees.makeTree()
        if Int(tree) == orders.count { orders.append(order) } else { orders[Int(tree)] = order }
        return tree
    }

    /// A deleted section takes the marks inside it along.
    ///
    /// - Parameter rows: the number of rows that go with it.
    mutating func noteDeleted(_ key: DeletedKey, rows: Int) -> MarkChange {
        let inside = bands.removeValue(forKey: key.section) ?? Bands()
        deleted[key] = DeletedSection(bands: inside, rows: rows)
        deletions[key.section, default: []].insert(key.made)
        for band in Band.allCases where inside[band] >= 0 {
            orders[Int(inside[band])] = .deletedRows(key, band)
        }
        return .deleted(key)
    }

    /// A deleted section comes back with the marks inside it.
    mutating func bringBack(_ key: DeletedKey) -> MarkChange? {
        guard let section = deleted.removeValue(forKey: key) else { return nil }
        deletions[key.section]?.remove(key.made)
        if deletions[key.section]?.isEmpty == true { deletions[key.section] = nil }
        bands[key.section] = section.bands
        for band in Band.allCases where section.bands[band] >= 0 {
            orders[Int(section.bands[band])] = .rows(key.section, band)
        }
        return .broughtBack(key, rows: section.rows)
    }

    // MARK: Laying

    /// A row is laid at a rank of a band, after the marks that are there.
    ///
    /// - Complexity: O(log m).
    mutating func lay(_ section: SectionID, _ band: Band, at rank: Int) -> MarkChange? {
        guard let tree = bands[section]?[band], tree >= 0, trees.lay(tree, at: rank) else {
            return nil
        }
        return .laid(tree: tree, rank: rank)
    }

    /// A section is laid at an index.
    mutating func laySection(at index: Int) -> MarkChange? {
        trees.lay(sectionTree, at: index) ? .laid(tree: sectionTree, rank: index) : nil
    }

    /// What stood at a mark takes its place again.
    mutating func take(_ mark: Int32) -> MarkChange {
        let (node, tree) = (trees[mark], trees.tree(of: mark))
        let change = MarkChange.took(
            made: node.made, entry: node.entry, tree: tree, rank: trees.rank(of: mark))
        trees.take(mark)
        if tree == sectionTree {
            sectionMarks[node.made]?[node.entry].node = -1
        } else {
            rowMarks[node.made]?[node.entry].node = -1
        }
        return change
    }

    // MARK: Releasing

    /// The marks of a set have no effect any more.
    ///
    /// - Complexity: O(1).
    mutating func release(_ made: Int) -> MarkChange? {
        let rows = rowMarks.removeValue(forKey: made)
        let sections = sectionMarks.removeValue(forKey: made)
        guard rows != nil || sections != nil else { return nil }
        released.append(Released(made: made, rows: rows ?? [], sections: sections ?? []))
        releasedCount += (rows?.count ?? 0) + (sections?.count ?? 0)
        return .released(made: made)
    }

    /// Removes released marks from their orders; nothing that was changed before can be rolled back any
    /// more.
    ///
    /// - Parameter most: the number of marks to remove; a quarter of all, where that is more.
    /// - Complexity: O(k log m) for k marks.
    mutating func sweep(most: Int) {
        var left = max(most, releasedCount / 4)
        while left > 0, let last = released.indices.last {
            if let row = released[last].rows.popLast() {
                if row.node >= 0 { sweep(row.node) }
            } else if let section = released[last].sections.popLast() {
                forget(DeletedKey(made: released[last].made, section: SectionID(section.id)))
                if section.node >= 0 { trees.remove(section.node) }
            } else {
                released.removeLast()
                continue
            }
            left -= 1
            releasedCount -= 1
        }
    }

    private mutating func sweep(_ mark: Int32) {
        let tree = trees.tree(of: mark)
        trees.remove(mark)
        guard trees.isEmpty(tree) else { return }
        switch orders[Int(tree)] {
        case .sections: return
        case .rows(let section, let band):
            bands[section]?[band] = -1
            if let bands = bands[section], bands.isEmpty { self.bands[section] = nil }
        case .deletedRows(let key, let band): deleted[key]?.bands[band] = -1
        case .lost: break
        }
        trees.releaseTree(tree)
    }

    /// A deleted section cannot come back: nor can what has a mark inside it.
    private mutating func forget(_ key: DeletedKey) {
        guard let section = deleted.removeValue(forKey: key) else { return }
        deletions[key.section]?.remove(key.made)
        if deletions[key.section]?.isEmpty == true { deletions[key.section] = nil }
        for band in Band.allCases where section.bands[band] >= 0 {
            let tree = section.bands[band]
            orders[Int(tree)] = .lost
            if trees.isEmpty(tree) { trees.releaseTree(tree) }
        }
    }
}

// MARK: Restoring from a snapshot

extension PlaceMarks {
    /// Takes note of marks that are to be filled in, those of sets up to a revision.
    mutating func register(
        _ marks: [StoredPlaceMarks.Mark], areSections: Bool, through revision: Int
    ) {
        for mark in marks where mark.made > 0 && mark.made <= revision {
            let left = Left(id: mark.id, node: -1)
            if areSections {
                sectionMarks[mark.made, default: []].append(left)
            } else {
                rowMarks[mark.made, default: []].append(left)
            }
        }
    }

    mutating func sortRegister() {
        for made in Array(rowMarks.keys) { rowMarks[made]?.sort { $0.id.precedes($1.id) } }
        for made in Array(sectionMarks.keys) { sectionMarks[made]?.sort { $0.id.precedes($1.id) } }
    }

    /// Fills an order with its marks, as far as there are no more rows before them than there can be.
    mutating func fill(_ marks: [StoredPlaceMarks.Mark], inOrderOf order: Order, most: Int) {
        guard !marks.isEmpty else { return }
        let tree: Int32
        switch order {
        case .sections: tree = sectionTree
        case .rows(let section, let band): tree = makeTree(of: section, band)
        case .deletedRows(let key, let band):
            tree = makeTree(order)
            deleted[key]?.bands[band] = tree
        case .lost: return
        }
        var (rank, gap) = (0, 0)
        for mark in marks {
            rank += mark.rows
            gap += mark.rows
            guard mark.rows >= 0, rank <= most else { return }
            guard let entry = unfilled(mark, areSections: order == .sections) else { continue }
            let node = trees.append(tree, rows: gap, made: mark.made, entry: entry)
            gap = 0
            if order == .sections {
                sectionMarks[mark.made]?[entry].node = node
            } else {
                rowMarks[mark.made]?[entry].node = node
            }
        }
    }

    private func unfilled(_ mark: StoredPlaceMarks.Mark, areSections: Bool) -> Int? {
        guard let left = areSections ? sectionMarks[mark.made] : rowMarks[mark.made] else {
            return nil
        }
        let entry = left.prefixCount { left[$0].id.precedes(mark.id) }
        guard entry < left.count, left[entry].id.isSame(as: mark.id), left[entry].node < 0 else {
            return nil
        }
        return entry
    }
}

/// A change of the marks, with what is needed to roll it back.
enum MarkChange {
    /// All marks of the set.
    case left(made: Int)
    case laid(tree: Int32, rank: Int)
    case took(made: Int, entry: Int, tree: Int32, rank: Int)
    case deleted(PlaceMarks.DeletedKey)
    case broughtBack(PlaceMarks.DeletedKey, rows: Int)
    case released(made: Int)
}

extension PlaceMarks {
    /// Rolls a change back, the newest one.
    ///
    /// - Complexity: that of the change.
    mutating func rollBack(_ change: MarkChange) {
        switch change {
        case .left(let made):
            for mark in rowMarks.removeValue(forKey: made) ?? [] where mark.node >= 0 {
                trees.take(mark.node)
            }
            for mark in sectionMarks.removeValue(forKey: made) ?? [] where mark.node >= 0 {
                trees.take(mark.node)
            }
        case .laid(let tree, let rank): trees.takeOut(tree, at: rank)
        case .took(let made, let entry, let tree, let rank):
            let node = trees.leave(tree, at: rank, made: made, entry: entry)
            if tree == sectionTree {
                sectionMarks[made]?[entry].node = node
            } else {
                rowMarks[made]?[entry].node = node
            }
        case .deleted(let key): _ = bringBack(key)
        case .broughtBack(let key, let rows): _ = noteDeleted(key, rows: rows)
        case .released(let made):
            guard let last = released.popLast(), last.made == made else { return }
            releasedCount -= last.rows.count + last.sections.count
            if !last.rows.isEmpty { rowMarks[made] = last.rows }
            if !last.sections.isEmpty { sectionMarks[made] = last.sections }
        }
    }
}

extension PlaceMarks.Bands {
    /// Whether no band has a mark.
    var isEmpty: Bool { Band.allCases.allSatisfy { self[$0] < 0 } }
}
