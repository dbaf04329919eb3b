/// The replay of change sets by their paths.
extension SparseList {
    /// Replays a set that the server has sent.
    ///
    /// - Parameters:
    ///   - changes: the set.
    ///   - stamp: whose edit it was, and when; nil: not known, as of a folded set.
    ///   - folds: the number of sets that it stands for.
    ///   - counts: the row count of each section after it, if the sender included them.
    /// - Throws: a `CountError` if the count rule or a path does not hold, or if a row that is held does
    ///   not stand where the set says; nothing is applied then.
    /// - Complexity: O(k (c + log k) + s) for k entries, s sections and c chunks of a section.
    public mutating func replay(
        _ changes: ChangeSet, stamp: RowStamp? = nil, folds: Int = 1, counts: [Int]? = nil
    ) throws(CountError) {
        let plan = try SparsePlan(changes, of: self, counts: counts)
        update(changes, stamp)
        let moving = takeOut(changes, plan)
        place(plan)
        arrive(plan, moving, stamp)
        revision += folds
    }

    private mutating func update(_ changes: ChangeSet, _ stamp: RowStamp?) {
        title = changes.updatedList?.title ?? title
        rules = changes.updatedList?.rules ?? rules
        for entry in changes.updatedSections {
            sections[entry.at].title = entry.title ?? sections[entry.at].title
            sections[entry.at].rules = entry.rules ?? sections[entry.at].rules
        }
        for entry in changes.updatedRows {
            sections[entry.at.section].update(at: entry.at.row) { row in
                for field in entry.fields { row.fields[field.name] = field.value }
                row.rules.apply(entry.rules)
                if !entry.fields.isEmpty {
                    row.authorship = Authorship(by: stamp, added: row.added)
                }
            }
        }
    }

    /// Takes out the rows that are deleted or moved.
    ///
    /// - Returns: those that move and are held.
    private mutating func takeOut(
        _ changes: ChangeSet, _ plan: SparsePlan
    ) -> [RowID: HeldRow] {
        var moving: [RowID: HeldRow] = [:]
        for path in plan.leaving.reversed() {
            if let row = sections[path.section].remove(at: path.row, &places) {
                moving[row.id] = row
            }
        }
        for (section, band) in plan.bands.enumerated() {
            sections[section].top += band.top
            sections[section].bottom += band.bottom
        }
        return moving
    }

    /// Puts the sections into their order after the set.
    private mutating func place(_ plan: SparsePlan) {
        guard let order = plan.order else { return }
        for index in plan.deleted {
            for chunk in sections[index].chunks {
                for row in chunk.rows { places[row.id] = nil }
            }
        }
        let before = sections
        sections = order.map { place in
            switch place {
            case .kept(let index): before[index]
            case .inserted(let entry):
                newSection(
                    Section(
                        id: entry.section, title: entry.title, rules: entry.rules, count: 0,
                        top: 0, bottom: 0))
            }
        }
        indexSections()
    }

    private mutating func arrive(
        _ plan: SparsePlan, _ moving: [RowID: HeldRow], _ stamp: RowStamp?
    ) {
        for arrival in plan.arriving {
            var row = arrival.row ?? moving[arrival.id] ?? HeldRow(hole: arrival.id)
            if arrival.row != nil { row.row?.authorship = Authorship(by: stamp, added: stamp) }
            sections[arrival.at.section].insert(row, at: arrival.at.row, &places)
            switch arrival.pin {
            case .top: sections[arrival.at.section].top += 1
            case .bottom: sections[arrival.at.section].bottom += 1
            case nil: break
            }
        }
    }
}

/// What a set does to a sparse list, checked before anything is changed.
private struct SparsePlan {
    /// A place in the order of sections after the set.
    enum SectionPlace {
        /// The section that had this index before.
        case kept(Int)
        case inserted(SectionInsertion)
    }

    struct Arrival {
        let at: IndexPath
        let id: RowID
        /// The row, where it is inserted.
        var row: HeldRow?
        let pin: Pin?
    }

    /// The paths before the set of the rows that are deleted or moved, ascending.
    private(set) var leaving: [IndexPath] = []
    /// What is added to the pinned rows of each section before the set, as rows leave and are updated.
    private(set) var bands: [(top: Int, bottom: Int)]
    /// The indices before the set of the sections that are deleted.
    private(set) var deleted: Set<Int> = []
    /// The sections after the set; nil: as before.
    private(set) var order: [SectionPlace]?
    /// Ascending by path.
    private(set) var arriving: [Arrival] = []

    init(_ changes: ChangeSet, of list: SparseList, counts: [Int]?) throws(CountError) {
        bands = list.sections.map { _ in (0, 0) }
        try planSections(changes, list)
        try planLeaving(changes, list)
        try planArriving(changes, list)
        var after = try countsAfter(list)
        try check(arriving, &after)
        if let counts, counts != after {
            throw CountError(
                message: "the sections have \(after) rows after the set, not \(counts)")
        }
    }

    // MARK: Sections

    private mutating func planSections(
        _ changes: ChangeSet, _ list: SparseList
    ) throws(CountError) {
        var places = changes.deletedSections.map { ($0.section, $0.at) }
        places += changes.movedSections.map { ($0.section, $0.from) }
        places += changes.updatedSections.map { ($0.section, $0.at) }
        for (section, at) in places {
            guard list.sections.indices.contains(at), list.sections[at].id == section else {
                throw CountError(message: "section \(section.text) is not at \(at)")
            }
        }
        guard changes.changesSections else { return }
        deleted = Set(changes.deletedSections.map(\.at))
        let leaving = deleted.union(changes.movedSections.map(\.from))
        guard leaving.count == changes.deletedSections.count + changes.movedSections.count else {
            throw CountError(message: "a section is deleted or moved twice")
        }
        var placed = changes.movedSections.map { ($0.to, SectionPlace.kept($0.from)) }
        placed += changes.insertedSections.map { ($0.at, .inserted($0)) }
        var order = list.sections.indices.filter { !leaving.contains($0) }.map {
            SectionPlace.kept($0)
        }
        for (at, place) in placed.sorted(by: { $0.0 < $1.0 }) {
            guard (0...order.count).contains(at) else {
                throw CountError(message: "there is no place \(at) for a section")
            }
            order.insert(place, at: at)
        }
        let ids = order.map { place in
            switch place {
            case .kept(let index): list.sections[index].id
            case .inserted(let entry): entry.section
            }
        }
        guard Set(ids).count == ids.count, Set(placed.map(\.0)).count == placed.count else {
            throw CountError(message: "two sections have one place or one id")
        }
        self.order = order
    }

    /// The rows of each section after the set, without those that arrive.
    private func countsAfter(_ list: SparseList) throws(CountError) -> [Int] {
        var staying = list.counts
        for path in leaving { staying[path.section] -= 1 }
        guard let order else { return staying }
        return order.map { place in
            if case .kept(let index) = place { staying[index] } else { 0 }
        }
    }

    // MARK: Rows

    private mutating func planLeaving(
        _ changes: ChangeSet, _ list: SparseList
    ) throws(CountError) {
        for entry in changes.deletedRows {
            try check(entry.row, entry.at, list)
            leaving.append(entry.at)
            note(list.pin(at: entry.at), -1, entry.at.section)
        }
        for entry in changes.movedRows {
            try check(entry.row, entry.from, list)
            leaving.append(entry.from)
            note(list.pin(at: entry.from), -1, entry.from.section)
        }
        leaving.sort()
        for (path, next) in zip(leaving, leaving.dropFirst()) where path == next {
            throw CountError(message: "a row leaves [\(path.section), \(path.row)] twice")
        }
    }

    private mutating func planArriving(
        _ changes: ChangeSet, _ list: SparseList
    ) throws(CountError) {
        var pins: [RowID: Pin?] = [:]
        var updated: Set<IndexPath> = []
        let moved = Set(changes.movedRows.map(\.row))
        let deleted = Set(changes.deletedRows.map(\.row))
        for entry in changes.updatedRows {
            try check(entry.row, entry.at, list)
            guard updated.insert(entry.at).inserted else {
                throw CountError(message: "row \(entry.row.text) is updated twice")
            }
            let before = list.pin(at: entry.at)
            let after = entry.rules.pinned.applied(to: before)
            if moved.contains(entry.row) {
                pins[entry.row] = after
            } else if after != before, !deleted.contains(entry.row) {
                note(before, -1, entry.at.section)
                note(after, 1, entry.at.section)
            }
        }
        for entry in changes.movedRows {
            arriving.append(
                Arrival(
                    at: entry.to, id: entry.row,
                    pin: pins[entry.row] ?? list.pin(at: entry.from)))
        }
        for entry in changes.insertedRows {
            let row = Row(id: entry.row, fields: entry.fields, rules: entry.rules)
            arriving.append(
                Arrival(
                    at: entry.at, id: entry.row, row: HeldRow(row), pin: entry.rules.pinned))
        }
        arriving.sort { $0.at < $1.at }
        let left = deleted.union(moved)
        var arrived: Set<RowID> = []
        for arrival in arriving {
            let isFree =
                left.contains(arrival.id)
                || list.path(of: arrival.id).map { self.deleted.contains($0.section) } ?? true
            guard isFree, arrived.insert(arrival.id).inserted else {
                throw CountError(message: "row \(arrival.id.text) is in the list already")
            }
        }
    }

    private mutating func note(_ pin: Pin?, _ rows: Int, _ section: Int) {
        switch pin {
        case .top: bands[section].top += rows
        case .bottom: bands[section].bottom += rows
        case nil: break
        }
    }

    /// Checks that a row may stand at a path before the set: there, or in a gap and held nowhere.
    private func check(
        _ row: RowID, _ path: IndexPath, _ list: SparseList
    ) throws(CountError) {
        guard list.hasPlace(path), list.held(at: path).map({ $0.id == row }) ?? true,
            list.path(of: row).map({ $0 == path }) ?? true
        else {
            throw CountError(
                message: "row \(row.text) is not at [\(path.section), \(path.row)]")
        }
    }

    /// Checks the paths of the rows that arrive, and adds them to the counts.
    private func check(_ arriving: [Arrival], _ counts: inout [Int]) throws(CountError) {
        var last: IndexPath?
        for arrival in arriving {
            let at = arrival.at
            guard counts.indices.contains(at.section), at != last,
                (0...counts[at.section]).contains(at.row)
            else {
                throw CountError(
                    message: "row \(arrival.id.text) cannot be placed at"
                        + " [\(at.section), \(at.row)]")
            }
            counts[at.section] += 1
            last = at
        }
    }
}

extension SparseList {
    /// The band of the row at a path.
    ///
    /// - Precondition: there is a row at the path.
    fileprivate func pin(at path: IndexPath) -> Pin? {
        let section = sections[path.section]
        if path.row < section.top { return .top }
        return path.row >= section.count - section.bottom ? .bottom : nil
    }
}
