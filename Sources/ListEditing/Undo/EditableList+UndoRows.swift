/// The steps of undo on rows.
extension EditableList {
    mutating func putBack(
        _ id: RowID, _ fields: [FieldReversal], _ rules: Reversal<RowRules>?,
        _ transaction: inout Transaction
    ) -> Bool {
        guard let position = contents.forest.position(of: id) else { return false }
        let slot = contents.forest.slot(of: position)
        let old = contents.forest[position].row.rules
        var isWhole = true
        if contents.isEditable(old, slot: slot) {
            var changes: [FieldChange] = []
            for field in fields {
                let isThere = contents.forest[position].row.fields[field.name] != nil
                let mark = contents.forest[position].row.authorship
                    .mark(of: field.name, isThere: isThere)
                guard mark == field.mark.made else { continue }
                changes.append(FieldChange(name: field.name, value: field.value))
                transaction.restored[
                    id, default: RestoredMarks(row: id, placed: nil, fields: [])
                ].fields.set(FieldMark(name: field.name, revision: field.mark.was))
            }
            if let mutation = contents.setFields(changes, at: position, slot: slot) {
                if contents.forest[position].row.fields.byteCount > transaction.limits.fieldsBytes {
                    contents.rollBack([mutation])
                } else {
                    transaction.log.append(mutation)
                }
            }
        } else if !fields.isEmpty {
            isWhole = false
        }
        if let rules {
            var new = old
            new.putBack(rules)
            if new != old { setRules(new, of: id, at: position, slot: slot, &transaction) }
        }
        return isWhole
    }

    mutating func moveBack(
        _ id: RowID, to place: RowNeighbours, _ placed: Reversal<Int>, of revision: Int,
        _ transaction: inout Transaction
    ) -> Bool {
        guard let rank = contents.rank(id), let slot = contents.slot(of: place.section) else {
            return false
        }
        let pin = contents[slot: rank.slot, row: rank.row].row.rules.pinned
        guard contents[slot: rank.slot, row: rank.row].row.authorship.placed == placed.made,
            let freedom = contents.freedom(of: id, orAsIn: transaction.freedoms),
            freedom.isMovable
        else { return false }
        if slot != rank.slot {
            let most = contents[slot: slot].rules.maxRows ?? Int.max
            let isOpen =
                contents.isReorderable(slot: slot)
                || transaction.sectionsBroughtBack.contains(place.section)
            guard freedom.mayLeaveSection, isOpen, contents.count(slot: slot) < most
            else { return false }
        }
        let moving = MovingRows([id], in: contents)
        let row = row(of: place, slot: slot, moving: moving, of: revision)
        let landing = contents.land(
            ProposedPlace(slot: slot, row: row), pin: pin, home: nil, isBound: false,
            moving: moving)
        if slot != rank.slot || landing.place.row != rank.row,
            let record = take(id, &transaction)
        {
            put(record, slot: slot, row: landing.place.row, &transaction)
        }
        transaction.restored[id, default: RestoredMarks(row: id, placed: nil, fields: [])].placed =
            placed.was
        return true
    }

    mutating func restore(
        _ row: Row, at place: RowNeighbours, _ insertable: Bool, of revision: Int,
        _ transaction: inout Transaction
    ) -> Bool {
        guard !contents.contains(row.id), let slot = contents.slot(of: place.section),
            contents.isInsertable(slot: slot) || !insertable,
            contents.count(slot: slot) < contents[slot: slot].rules.maxRows ?? Int.max,
            hasRoom(transaction)
        else { return false }
        let moving = MovingRows()
        let index = self.row(of: place, slot: slot, moving: moving, of: revision)
        let landing = contents.land(
            ProposedPlace(slot: slot, row: index), pin: row.rules.pinned, home: nil,
            isBound: false, moving: moving)
        bringBack(row, slot: slot, row: landing.place.row, &transaction)
        return true
    }

    func hasRoom(_ transaction: Transaction) -> Bool {
        contents.rowCount < min(transaction.limits.rows, contents.rules.maxRows ?? Int.max)
    }

    mutating func bringBack(
        _ row: Row, slot: Int, row index: Int, _ transaction: inout Transaction
    ) {
        transaction.restored[row.id] = RestoredMarks(
            row: row.id, placed: row.authorship.placed,
            fields: row.authorship.allMarks(of: row.fields))
        put(RowRecord(row), slot: slot, row: index, &transaction)
    }

    /// A place told by neighbours, as an index counted without the moving rows: beside one that has
    /// not moved since the set if there is one, else beside one that is still in the section.
    private func row(
        of place: RowNeighbours, slot: Int, moving: MovingRows, of revision: Int
    ) -> Int {
        func find(_ id: RowID?) -> (row: Int, isUnmoved: Bool)? {
            guard let id, !moving.contains(id), let rank = contents.rank(id), rank.slot == slot
            else { return nil }
            let placed = contents[slot: slot, row: rank.row].row.authorship.placed
            return (moving.without(slot: slot, row: rank.row), placed <= revision)
        }
        let after = find(place.after)
        if let after, after.isUnmoved { return after.row + 1 }
        let before = find(place.before)
        if let before, before.isUnmoved { return before.row }
        if let after { return after.row + 1 }
        if let before { return before.row }
        return place.after == nil ? 0 : contents.count(slot: slot) - moving.count(slot: slot)
    }
}

extension RowRules {
    /// Puts back each rule that is still what the set made of it.
    mutating func putBack(_ rules: Reversal<RowRules>) {
        if editable == rules.made.editable { editable = rules.was.editable }
        if deletable == rules.made.deletable { deletable = rules.was.deletable }
        if movable == rules.made.movable { movable = rules.was.movable }
        if pinned == rules.made.pinned { pinned = rules.was.pinned }
    }
}
