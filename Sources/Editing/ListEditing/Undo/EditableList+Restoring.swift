import TextBytes

/// Restoring: the list becomes again as it was at an earlier revision, in one set.
///
/// No place is clamped and no rule asked: what once was is allowed. The set names what differs and
/// nothing else, and as few moves as there can be: of the rows that a section had then and has now,
/// the most that are still in the same order stay where they are.
extension EditableList {
    /// Makes the list as it was: its titles and rules, sections and rows with their fields and rules.
    ///
    /// Counts as an edit for those who ask who changed a row. A row that was deleted since comes back under
    /// its id.
    ///
    /// - Parameters:
    ///   - state: the list at the earlier revision.
    ///   - context: who restores it; of the limits none is asked.
    /// - Returns: the set that restores it; empty for a noop.
    /// - Throws: `badAction` if the count rule does not hold, which indicates a defect of this library.
    /// - Complexity: O(n log n) in the rows of both.
    public mutating func restore(
        _ state: ListState, _ context: EditContext
    ) throws(Rejection) -> Applied {
        var transaction = begin(
            base: nil, actions: [], limits: context.limits, author: context.author,
            at: context.at)
        let difference = Difference(from: contents, to: state)
        for id in difference.named { noteRow(id, &transaction) }
        if difference.changesSections { transaction.sectionsBefore = contents.sectionIDs }
        if !state.title.isSame(as: contents.title) || state.rules != contents.rules {
            transaction.log.append(contents.updateList(title: state.title, rules: state.rules))
        }
        for row in difference.updated { restoreContent(row, &transaction) }
        for id in difference.deleted { delete(id, &transaction) }
        var moved: [RowID: RowRecord] = [:]
        for id in difference.moved { moved[id] = removeRecord(id, &transaction) }
        restoreSections(state, difference, &transaction)
        for (index, section) in state.sections.enumerated() {
            let slot = contents.order[index]
            for (place, row) in section.rows.enumerated() where !difference.staying.contains(row.id)
            {
                let record =
                    moved.removeValue(forKey: row.id)
                    ?? RowRecord(Row(id: row.id, fields: row.fields, rules: row.rules))
                insertRecord(record, slot: slot, row: place, &transaction)
            }
        }
        do {
            return try commit(&transaction)
        } catch {
            contents.rollBack(transaction.log)
            throw error
        }
    }

    /// Estimates the CPU time of restoring a state, in microseconds of one core.
    ///
    /// - Complexity: O(s) in the sections of the state.
    public func cost(ofRestoring state: ListState) -> Int {
        20 + state.sections.reduce(contents.rowCount) { $0 + 20 + $1.rows.count }
    }

    /// The set that makes this list equal to another, with as few moves as there can be; empty where it is.
    ///
    /// What is compared is what a list shows: not who changed rows, nor revisions.
    ///
    /// - Complexity: O(n log n) in the rows of both.
    public func changes(to other: EditableList) -> ChangeSet {
        var copy = withoutHistory
        let context = EditContext(client: ClientID(""), mayGiveRules: true)
        return (try? copy.restore(other.state(), context).changes) ?? ChangeSet()
    }

    /// Gives a row its fields and rules of then; its place is for later.
    private mutating func restoreContent(_ row: Row, _ transaction: inout Transaction) {
        guard let position = contents.forest.position(of: row.id) else { return }
        let slot = contents.forest.slot(of: position)
        let changes = contents.forest[position].row.fields.changes(to: row.fields)
        setFields(changes, at: position, slot: slot, &transaction)
        if contents.forest[position].row.rules != row.rules {
            transaction.log.append(contents.setRules(row.rules, at: position, slot: slot))
        }
    }

    /// Deletes, inserts, moves and renames sections; none that is deleted has a row that stays in the list.
    private mutating func restoreSections(
        _ state: ListState, _ difference: Difference, _ transaction: inout Transaction
    ) {
        for id in difference.deletedSections {
            if let slot = contents.slot(of: id) { removeSection(slot: slot, &transaction) }
        }
        // At the end for now, so that those that stay are in their order.
        for id in difference.movedSections {
            if let slot = contents.slot(of: id) {
                transaction.log.append(
                    contents.moveSection(slot: slot, to: contents.order.count - 1))
            }
        }
        for (index, section) in state.sections.enumerated() {
            guard let slot = contents.slot(of: section.id) else {
                let record = SectionRecord(
                    id: section.id, title: section.title, rules: section.rules)
                transaction.log.append(contents.insert(record, at: index))
                continue
            }
            if contents.index(ofSlot: slot) != index {
                transaction.log.append(contents.moveSection(slot: slot, to: index))
            }
            let now = contents[slot: slot]
            if !now.title.isSame(as: section.title) || now.rules != section.rules {
                updateRecord(slot: slot, &transaction) {
                    $0.title = section.title
                    $0.rules = section.rules
                }
            }
        }
    }
}

/// What is to be done with a list so that it becomes as it was.
private struct Difference {
    /// Rows that stay where they are, among those that come and go.
    private(set) var staying: Set<RowID> = []
    /// Rows that stay in the list and get another place.
    private(set) var moved: [RowID] = []
    /// Rows to delete, without those that go with their section.
    private(set) var deleted: [RowID] = []
    /// Rows of then whose fields or rules are others now.
    private(set) var updated: [Row] = []
    private(set) var deletedSections: [SectionID] = []
    private(set) var movedSections: [SectionID] = []
    /// Whether sections come, go or move.
    let changesSections: Bool

    /// The rows that it touches and the list has.
    var named: [RowID] { moved + deleted + updated.map(\.id) }

    init(from now: Contents, to then: ListState) {
        let sections = then.sections.map(\.id)
        let kept = Set(sections)
        deletedSections = now.sectionIDs.filter { !kept.contains($0) }
        let common = sections.compactMap { now.index(of: $0) }
        let stayingSections = Set(common.longestAscendingPart)
        movedSections = common.filter { !stayingSections.contains($0) }
            .map { now.section(at: $0).id }
        changesSections = sections != now.sectionIDs
        var rows: Set<RowID> = []
        for section in then.sections {
            let slot = now.slot(of: section.id)
            var places: [Int] = []
            for row in section.rows {
                rows.insert(row.id)
                guard let rank = now.rank(row.id) else { continue }
                if rank.slot == slot { places.append(rank.row) } else { moved.append(row.id) }
                let record = now[slot: rank.slot, row: rank.row].row
                if record.fields != row.fields || record.rules != row.rules { updated.append(row) }
            }
            guard let slot else { continue }
            let inOrder = Set(places.longestAscendingPart)
            for place in places {
                let id = now[slot: slot, row: place].id
                if inOrder.contains(place) { staying.insert(id) } else { moved.append(id) }
            }
        }
        for id in sections {
            guard let slot = now.slot(of: id) else { continue }
            _ = now.scanRows(slot: slot, from: 0) { record, _ in
                if !rows.contains(record.id) { deleted.append(record.id) }
                return true
            }
        }
    }
}

extension Fields {
    /// What makes these fields others, ascending by name.
    fileprivate func changes(to then: Fields) -> [FieldChange] {
        let set = then.entries.filter { self[$0.name] != $0.value }
            .map { FieldChange(name: $0.name, value: $0.value) }
        let removed = entries.filter { then[$0.name] == nil }
            .map { FieldChange(name: $0.name, value: nil) }
        return (set + removed).sorted { $0.name.precedes($1.name) }
    }
}

extension [Int] {
    /// The longest part of different numbers that ascend, some between them left out.
    ///
    /// - Complexity: O(n log n).
    var longestAscendingPart: [Int] {
        // Of each length the part that ends lowest, as the place of its last number.
        var ends: [Int] = []
        var before = [Int?](repeating: nil, count: count)
        for (place, number) in enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            before[place] = low == 0 ? nil : ends[low - 1]
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var part: [Int] = []
        var next = ends.last
        while let place = next {
            part.append(self[place])
            next = before[place]
        }
        return part.reversed()
    }
}
