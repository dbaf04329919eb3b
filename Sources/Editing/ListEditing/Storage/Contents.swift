import TextBytes

/// The sections and rows of a list, with the primitive changes of them.
///
/// Each primitive returns a `Mutation`, with which it can be rolled back. None of them checks a
/// rule or limit. A section is named by its slot, a number that stays the same while the section
/// moves.
struct Contents {
    private(set) var title: String
    private(set) var rules: Rules
    /// The slots of the sections in order.
    private(set) var order: [Int] = []
    /// The index of each slot's section; undefined for free slots.
    private var indices: [Int] = []
    /// The section in each slot; undefined for free slots.
    private var slots: [SectionRecord] = []
    private var freeSlots: [Int] = []
    private var slotByID: [SectionID: Int] = [:]
    private(set) var forest = RowForest()
    /// The marks of places, where the list keeps them for undo.
    var marks: PlaceMarks?
    /// The number of rows whose field `done` is `true`.
    private(set) var doneCount = 0
    /// The approximate size in bytes of the whole list as it is stored.
    private(set) var byteCount: Int

    init(title: String, rules: Rules) {
        self.title = title
        self.rules = rules
        byteCount = Self.byteCount(title, rules)
    }

    private static func byteCount(_ title: String, _ rules: Rules) -> Int {
        60 + title.utf8.count + rules.byteCount
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

    /// The slot of the section of a path; nil if there is none.
    func slot(at path: IndexPath) -> Int? {
        order.indices.contains(path.section) ? order[path.section] : nil
    }

    func section(at index: Int) -> SectionRecord { slots[order[index]] }

    func sectionID(slot: Int) -> SectionID { slots[slot].id }

    var sectionIDs: [SectionID] { order.map { sectionID(slot: $0) } }

    func count(slot: Int) -> Int { forest.count(slot: slot) }

    func contains(_ row: RowID) -> Bool { forest.position(of: row) != nil }

    /// Whether a row was in a section that the current edit removed.
    func isDeletedWithSection(_ row: RowID) -> Bool { forest.detachedPosition(of: row) != nil }

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

    /// Calls `body` with the rows of a section and their indices, in order from `start` on, while
    /// it returns true.
    ///
    /// - Returns: the index of the row for which `body` returned false; nil: it did so for none.
    func scanRows(slot: Int, from start: Int, _ body: (RowRecord, Int) throws -> Bool) rethrows
        -> Int?
    {
        let count = count(slot: slot)
        var row = max(0, start)
        while row < count {
            let place = forest.position(slot: slot, row: row)
            let rows = forest.nodes[place.leaf].rows
            for offset in place.offset..<rows.count {
                if try !body(rows[offset], row) { return row }
                row += 1
            }
        }
        return nil
    }

    /// The index of the first row of a band.
    func start(of band: Band, slot: Int) -> Int {
        switch band {
        case .top: 0
        case .free: slots[slot].top
        case .bottom: count(slot: slot) - slots[slot].bottom
        }
    }

    /// The number of rows of a band.
    func count(of band: Band, slot: Int) -> Int {
        switch band {
        case .top: slots[slot].top
        case .free: count(slot: slot) - slots[slot].top - slots[slot].bottom
        case .bottom: slots[slot].bottom
        }
    }

    // MARK: Changing rows

    /// Inserts a row.
    ///
    /// It takes the record over, since a copy counts a reference for each of its parts.
    mutating func insert(_ record: consuming RowRecord, slot: Int, row: Int) -> Mutation {
        let id = record.id
        count(record, by: 1, slot: slot)
        forest.insert(record, slot: slot, row: row)
        return .insertedRow(id, section: sectionID(slot: slot), row: row)
    }

    /// Removes a row; returns it with its place, nil if it is not in the list.
    mutating func remove(_ id: RowID) -> (record: RowRecord, slot: Int, row: Int)? {
        guard let position = forest.position(of: id) else { return nil }
        let (slot, row) = forest.rank(of: position)
        let record = forest.remove(at: position)
        count(record, by: -1, slot: slot)
        return (record, slot, row)
    }

    /// Sets fields of a row in place; returns nil if all have their values already.
    ///
    /// - Complexity: that of `Fields` for each change.
    mutating func setFields(
        _ changes: some Collection<FieldChange>, at position: RowPosition, slot: Int
    ) -> Mutation? {
        let (id, bytes, done, old) = forest.update(at: position) { record in
            var old: [FieldChange] = []
            var done = 0
            var bytes = -record.row.fields.byteCount
            let authorship = record.row.authorship
            record.row.fields.replace(changes) { change, value in
                if value == change.value { return }
                old.append(FieldChange(name: change.name, value: value))
                if change.name.isSame(as: Row.doneField) {
                    done += (change.value?.isTrue == true ? 1 : 0) - (value?.isTrue == true ? 1 : 0)
                }
                if (value == nil) != (change.value == nil) {
                    let mark = authorship.fieldMarks.byteCount(
                        ofNew: change.name, own: authorship.revision)
                    bytes += value == nil ? mark : -mark
                }
            }
            bytes += record.row.fields.byteCount
            return (record.id, bytes, done, old)
        }
        guard !old.isEmpty else { return nil }
        count(bytes: bytes, slot: slot)
        if done != 0 { count(done: done, slot: slot) }
        return .replacedFields(id, old)
    }

    /// Sets the rules of a row in place.
    mutating func setRules(_ rules: RowRules, at position: RowPosition, slot: Int) -> Mutation {
        let (id, old) = forest.update(at: position) { record in
            let old = record.row.rules
            record.row.rules = rules
            return (record.id, old)
        }
        count(old, by: -1, slot: slot)
        count(rules, by: 1, slot: slot)
        count(bytes: rules.byteCount - old.byteCount, slot: slot)
        return .replacedRules(id, old)
    }

    /// Records that the set `number` placed the row; with `placed`, that it is an undo or redo that
    /// restored the place of the set `placed`.
    ///
    /// - Parameter isMoved: whether its path is another.
    mutating func notePlaced(
        at position: RowPosition, in number: Int, as placed: Int?, isMoved: Bool = true
    ) {
        let slot = forest.slot(of: position)
        if isMoved { forest.stamp(number, at: position) }
        let bytes = forest.update(at: position) { record in
            let before = record.row.authorship.isInitial
            record.row.authorship.placed = placed ?? number
            let after = record.row.authorship.isInitial
            if before == after { return 0 }
            return after ? -RowRecord.bytesOfAuthorship : RowRecord.bytesOfAuthorship
        }
        if bytes != 0 { count(bytes: bytes, slot: slot) }
    }

    /// Records that the set `number`, of this time, inserted the row.
    mutating func noteInserted(
        at position: RowPosition, in number: Int, by author: RowAuthor, at time: Int,
        restored: RestoredMarks?
    ) {
        let added = time > 0 ? RowStamp(author: author, revision: number, at: time) : nil
        let slot = forest.slot(of: position)
        forest.stamp(number, at: position)
        let bytes = forest.update(at: position) { record in
            let before = record.authorshipByteCount
            // A row that undo restored counts as changed by another client, for `ifRevision`.
            record.row.authorship = Authorship(
                revision: number, author: author, at: time, added: added,
                otherRevision: restored == nil ? 0 : number, marks: restored?.fields ?? [],
                placed: restored?.placed ?? number)
            record.row.authorship.fieldMarks.note(record.row.fields)
            return record.authorshipByteCount - before
        }
        count(bytes: bytes, slot: slot)
    }

    /// Records that the set `number`, of this time, changed fields of the row, and returns the
    /// authorship before.
    mutating func noteChanged(
        _ changes: [FieldChange], at position: RowPosition, in number: Int, by author: RowAuthor,
        at time: Int, restored: [FieldMark]
    ) -> PreviousAuthorship {
        let slot = forest.slot(of: position)
        let (previous, bytes) = forest.update(at: position) { record in
            let isFirst = record.row.authorship.isInitial
            let (previous, bytes) = record.row.authorship.renew(
                changes, of: record.row.fields, in: number, by: author, at: time,
                restored: restored)
            return (previous, bytes + (isFirst ? RowRecord.bytesOfAuthorship : 0))
        }
        if bytes != 0 { count(bytes: bytes, slot: slot) }
        return previous
    }

    /// Restores the authorship that `noteChanged` returned.
    mutating func restore(_ previous: PreviousAuthorship, of id: RowID) {
        guard let position = forest.position(of: id) else { return }
        let slot = forest.slot(of: position)
        let bytes = forest.update(at: position) { record in
            let before = record.authorshipByteCount
            record.row.authorship.restore(previous)
            return record.authorshipByteCount - before
        }
        count(bytes: bytes, slot: slot)
    }

    /// Raises a row's stamp to the revision of a set that placed the row.
    mutating func raiseStamp(of id: RowID, to stamp: Int) {
        guard let position = forest.position(of: id), forest[position].stamp < stamp else { return }
        forest.stamp(stamp, at: position)
    }

    /// Gives a row the stamp that it has in another version of the list.
    mutating func takeStamp(of id: RowID, from other: Contents) {
        guard let position = forest.position(of: id), let old = other.forest.position(of: id)
        else { return }
        forest.stamp(other.forest[old].stamp, at: position)
    }

    /// The index of the first row from `start` on that no set after `base` placed; nil: none.
    ///
    /// - Complexity: amortised O(log n).
    mutating func firstRow(slot: Int, from start: Int, placedBy base: Int) -> Int? {
        forest.firstRow(slot: slot, from: start, stampedBy: base)
    }

    /// Adds rows to, or removes them from, the counters of a section.
    private mutating func count(_ record: RowRecord, by rows: Int, slot: Int) {
        count(record.row.rules, by: rows, slot: slot)
        count(bytes: rows * record.byteCount, slot: slot)
        if record.row.isDone { count(done: rows, slot: slot) }
    }

    private mutating func count(done rows: Int, slot: Int) {
        slots[slot].done += rows
        doneCount += rows
    }

    private mutating func count(_ rules: RowRules, by rows: Int, slot: Int) {
        switch rules.pinned {
        case .top: slots[slot].top += rows
        case .bottom: slots[slot].bottom += rows
        case nil: break
        }
        if rules.forbidDeletion { slots[slot].undeletable += rows }
    }

    private mutating func count(bytes: Int, slot: Int) {
        slots[slot].rowBytes += bytes
        byteCount += bytes
    }

    // MARK: Changing sections

    /// Inserts a section with rows.
    mutating func insert(_ section: SectionRecord, rows: [RowRecord] = [], at index: Int)
        -> Mutation
    {
        var record = section
        record.top = 0
        record.bottom = 0
        record.undeletable = 0
        record.done = 0
        record.rowBytes = 0
        let slot = makeSlot(record, at: index)
        forest.insertTree(rows, slot: slot)
        for row in rows { count(row, by: 1, slot: slot) }
        return .insertedSection(section.id)
    }

    /// Removes a section; its rows count as absent and stay in the index until `removeTree`.
    ///
    /// - Complexity: O(s) in the number of sections.
    mutating func removeSection(slot: Int) -> Mutation {
        let record = slots[slot]
        let index = indices[slot]
        let root = forest.detach(slot: slot)
        order.remove(at: index)
        slotByID[record.id] = nil
        freeSlots.append(slot)
        renumber(from: index)
        byteCount -= record.byteCount + record.rowBytes
        doneCount -= record.done
        return .removedSection(record, at: index, rows: .tree(root))
    }

    /// Restores a section with the rows that `removeSection` returned.
    ///
    /// - Complexity: O(s) in the number of sections; O(n) more for n rows that are not in the
    ///   index.
    mutating func restore(_ section: SectionRecord, _ rows: RemovedRows, at index: Int) {
        switch rows {
        case .tree(let root):
            forest.attach(root, slot: makeSlot(section, at: index))
            byteCount += section.rowBytes
            doneCount += section.done
        case .records(let records):
            _ = insert(section, rows: records, at: index)
        }
    }

    /// Removes the rows of a removed section from the index and returns them.
    ///
    /// - Complexity: O(n) in these rows.
    mutating func removeTree(_ rows: RemovedRows) -> [RowRecord] {
        switch rows {
        case .tree(let root): forest.removeTree(root)
        case .records(let records): records
        }
    }

    /// Removes a section with its rows, also from the index.
    mutating func discardSection(slot: Int) {
        if case .removedSection(_, _, let rows) = removeSection(slot: slot) { _ = removeTree(rows) }
    }

    /// Puts a section into a slot, a free one or a new one.
    private mutating func makeSlot(_ record: SectionRecord, at index: Int) -> Int {
        let slot = freeSlots.popLast() ?? slots.count
        if slot == slots.count {
            slots.append(record)
            indices.append(0)
        } else {
            slots[slot] = record
        }
        slotByID[record.id] = slot
        order.insert(slot, at: index)
        renumber(from: index)
        byteCount += record.byteCount
        return slot
    }

    /// Moves a section to an index.
    mutating func moveSection(slot: Int, to index: Int) -> Mutation {
        let from = indices[slot]
        order.remove(at: from)
        order.insert(slot, at: index)
        renumber(from: min(from, index))
        return .movedSection(sectionID(slot: slot), from: from)
    }

    /// Records the set that placed a section.
    mutating func notePlaced(slot: Int, as placed: Int) { slots[slot].placed = placed }

    /// Changes a section's title or rules.
    mutating func update(slot: Int, _ change: (inout SectionRecord) -> Void) -> Mutation {
        let old = slots[slot]
        change(&slots[slot])
        byteCount += slots[slot].byteCount - old.byteCount
        return .replacedSection(old)
    }

    /// Sets the list's title and rules.
    mutating func updateList(title: String, rules: Rules) -> Mutation {
        let old = Mutation.replacedList(title: self.title, rules: self.rules)
        byteCount += Self.byteCount(title, rules) - Self.byteCount(self.title, self.rules)
        self.title = title
        self.rules = rules
        return old
    }

    /// Updates the indices of the sections from `index` on.
    private mutating func renumber(from index: Int) {
        for place in index..<max(index, order.count) { indices[order[place]] = place }
    }
}
