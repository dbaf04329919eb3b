/// Sections and rows of a list, and the primitive changes of them, each of which can be rolled back.
struct Contents {
    var title: String
    var rules: Rules
    /// Section slots in order of the sections.
    private(set) var order: [Int] = []
    /// The index of each slot's section; meaningless for free slots.
    private var indices: [Int] = []
    /// What is in free slots has no meaning.
    private var slots: [SectionRecord] = []
    private var freeSlots: [Int] = []
    private var slotByID: [SectionID: Int] = [:]
    private(set) var forest = RowForest()

    init(title: String, rules: Rules) {
        self.title = title
        self.rules = rules
    }

    // MARK: Reading

    var rowCount: Int { forest.rowCount }

    func slot(of id: SectionID) -> Int? { slotByID[id] }

    func index(ofSlot slot: Int) -> Int { indices[slot] }

    func index(of id: SectionID) -> Int? { slotByID[id].map { indices[$0] } }

    /// The section in a slot that is in use; read in place.
    subscript(slot slot: Int) -> SectionRecord {
        _read { yield slots[slot] }
    }

    /// The slot of the section that a path leads to, nil where there is none.
    func slot(at path: IndexPath) -> Int? {
        order.indices.contains(path.section) ? order[path.section] : nil
    }

    func section(at index: Int) -> SectionRecord { slots[order[index]] }

    func sectionID(slot: Int) -> SectionID { slots[slot].id }

    var sectionIDs: [SectionID] { order.map { sectionID(slot: $0) } }

    func count(slot: Int) -> Int { forest.count(slot: slot) }

    func contains(_ row: RowID) -> Bool { forest.position(of: row) != nil }

    func record(_ row: RowID) -> RowRecord? {
        forest.position(of: row).map { forest[$0] }
    }

    /// The row at a place; read in place.
    subscript(slot slot: Int, row row: Int) -> RowRecord {
        _read { yield forest[forest.position(slot: slot, row: row)] }
    }

    func rank(_ row: RowID) -> (slot: Int, row: Int)? {
        forest.position(of: row).map { forest.rank(of: $0) }
    }

    func path(of row: RowID) -> IndexPath? {
        rank(row).map { IndexPath(section: indices[$0.slot], row: $0.row) }
    }

    // MARK: Changing rows

    mutating func insert(_ record: RowRecord, slot: Int, row: Int) -> Mutation {
        forest.insert(record, slot: slot, row: row)
        count(record.row.rules.pinned, by: 1, slot: slot)
        return .insertedRow(record.id, section: sectionID(slot: slot), row: row)
    }

    /// Removes a row; nil where it is not there.
    mutating func remove(_ id: RowID) -> (record: RowRecord, slot: Int, mutation: Mutation)? {
        guard let position = forest.position(of: id) else { return nil }
        let (slot, row) = forest.rank(of: position)
        let record = forest.remove(at: position)
        count(record.row.rules.pinned, by: -1, slot: slot)
        return (record, slot, .removedRow(record, section: sectionID(slot: slot), row: row))
    }

    /// Changes a row where it stands.
    mutating func update(_ id: RowID, _ change: (inout RowRecord) -> Void) -> Mutation? {
        guard let position = forest.position(of: id) else { return nil }
        let old = forest[position]
        forest.update(at: position, change)
        let pinned = forest[position].row.rules.pinned
        if pinned != old.row.rules.pinned {
            let slot = forest.rank(of: position).slot
            count(old.row.rules.pinned, by: -1, slot: slot)
            count(pinned, by: 1, slot: slot)
        }
        return .replacedRow(old)
    }

    /// Changes what is not the row's own: who set what, and when it was placed.
    mutating func mark(at position: RowPosition, _ change: (inout RowRecord) -> Void) {
        forest.update(at: position, change)
    }

    private mutating func count(_ pin: Pin?, by rows: Int, slot: Int) {
        switch pin {
        case .top: slots[slot].top += rows
        case .bottom: slots[slot].bottom += rows
        case nil: break
        }
    }

    // MARK: Changing sections

    mutating func insert(_ section: SectionRecord, rows: [RowRecord] = [], at index: Int)
        -> Mutation
    {
        let slot = freeSlots.popLast() ?? slots.count
        var record = section
        record.top = rows.count { $0.row.rules.pinned == .top }
        record.bottom = rows.count { $0.row.rules.pinned == .bottom }
        if slot == slots.count {
            slots.append(record)
            indices.append(0)
        } else {
            slots[slot] = record
        }
        slotByID[section.id] = slot
        forest.plant(rows, slot: slot)
        order.insert(slot, at: index)
        number(from: index)
        return .insertedSection(section.id)
    }

    mutating func removeSection(slot: Int) -> Mutation {
        let record = slots[slot]
        let index = indices[slot]
        let rows = forest.fell(slot: slot)
        order.remove(at: index)
        slotByID[record.id] = nil
        freeSlots.append(slot)
        number(from: index)
        return .removedSection(record, at: index, rows: rows)
    }

    mutating func moveSection(slot: Int, to index: Int) -> Mutation {
        let from = indices[slot]
        order.remove(at: from)
        order.insert(slot, at: index)
        number(from: min(from, index))
        return .movedSection(sectionID(slot: slot), from: from)
    }

    mutating func update(slot: Int, _ change: (inout SectionRecord) -> Void) -> Mutation {
        let old = slots[slot]
        change(&slots[slot])
        return .replacedSection(old)
    }

    mutating func updateList(title: String, rules: Rules) -> Mutation {
        let old = Mutation.replacedList(title: self.title, rules: self.rules)
        self.title = title
        self.rules = rules
        return old
    }

    private mutating func number(from index: Int) {
        for place in index..<max(index, order.count) { indices[order[place]] = place }
    }
}
