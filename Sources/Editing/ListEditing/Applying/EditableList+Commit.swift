import TextBytes

/// The commit: from the log of an edit to its change set, inverse and marks.
extension EditableList {
    /// Ends an edit: computes its change set and inverse, updates marks, and appends the set to the
    /// history.
    ///
    /// - Throws: `badAction` if the count rule does not hold, which indicates a defect of this
    ///   library; the caller rolls back.
    mutating func commit(_ transaction: inout Transaction) throws(Rejection) -> Applied {
        let noop = Applied(changes: ChangeSet(), inverse: Inverse(), clamps: transaction.clamps)
        guard !transaction.log.isEmpty else { return noop }
        if let applied = commitSingle(&transaction) { return applied }
        var changes = ChangeSet()
        let sections = SectionOrders(transaction.sectionsBefore)
        collectSections(sections, transaction, &changes)
        let inserted = insertedRows(transaction)
        let moved = movedRows(inserted, sections, transaction)
        let fields = fieldsBefore(transaction)
        collectRows(inserted, moved, fields, transaction, &changes)
        guard !changes.isEmpty else {
            contents.rollBack(transaction.log)
            return noop
        }
        do {
            try checkCounts(changes, sections, transaction)
        } catch {
            throw Rejection(.badAction, action: nil, message: error.message)
        }
        let marks = renewMarks(changes, revision: revision + 1, fields, &transaction)
        removeDeletedTrees(&transaction)
        let inverse = inverse(of: changes, sections, inserted, fields, transaction)
        renewPlaceMarks(changes, inverse, &transaction)
        append(changes, inverse, transaction)
        let placed = Set(
            (changes.insertedSections.map(\.section) + changes.movedSections.map(\.section)))
        return Applied(
            changes: changes, inverse: inverse, clamps: transaction.clamps, marks: marks,
            sections: transaction.restoredSections.values.filter { placed.contains($0.section) }
                .sorted { $0.section.text.precedes($1.section.text) })
    }

    /// Removes the rows of deleted sections from the index.
    ///
    /// - Complexity: O(n) in these rows.
    mutating func removeDeletedTrees(_ transaction: inout Transaction) {
        guard transaction.sectionsBefore != nil else { return }
        for place in transaction.log.indices {
            if case .removedSection(let section, let index, let rows) = transaction.log[place] {
                transaction.log[place] = .removedSection(
                    section, at: index, rows: .records(contents.removeTree(rows)))
            }
        }
    }

    /// The values before the edit of the fields that it changed in place, ascending by name.
    func fieldsBefore(_ transaction: Transaction) -> [RowID: [FieldChange]] {
        var fields: [RowID: [FieldChange]] = [:]
        for case .replacedFields(let id, let old) in transaction.log {
            fields[id, default: []] += old
        }
        for (id, old) in fields where old.count > 1 { fields[id] = old.oldestOfEach() }
        return fields
    }

    /// The rows that the edit inserted or moved; some may be deleted again.
    func insertedRows(_ transaction: Transaction) -> Set<RowID> {
        var ids: Set<RowID> = []
        for case .insertedRow(let id, _, _) in transaction.log { ids.insert(id) }
        return ids
    }

    /// Sets the marks and stamps of the rows that the set inserted, updated or moved.
    ///
    /// - Parameters:
    ///   - number: the revision of the set.
    ///   - before: the values of the changed fields before the set.
    /// - Returns: the marks that differ from `number`, since an undo or redo restored them, in
    ///   order of their rows' ids.
    mutating func renewMarks(
        _ changes: ChangeSet, revision number: Int, _ before: [RowID: [FieldChange]],
        _ transaction: inout Transaction
    ) -> [RestoredMarks] {
        var used: [RowID: RestoredMarks] = [:]
        for entry in changes.insertedRows {
            let restored = transaction.restored[entry.row]
            used[entry.row] = restored
            if let position = contents.forest.position(of: entry.row) {
                contents.noteInserted(
                    at: position, in: number, by: transaction.author, at: transaction.at,
                    restored: restored)
            }
        }
        for entry in changes.updatedRows where !entry.fields.isEmpty {
            guard let position = contents.forest.position(of: entry.row) else { continue }
            var restored: [FieldMark] = []
            if let marks = transaction.restored[entry.row]?.fields, !marks.isEmpty {
                let fields = entry.fields.oldestOfEach()
                restored = marks.filter { fields.holds($0.name) }
            }
            if !restored.isEmpty {
                used[entry.row] = RestoredMarks(row: entry.row, placed: nil, fields: restored)
            }
            let old = before[entry.row] ?? []
            transaction.marksBefore[entry.row] = entry.fields.map { change in
                let wasThere =
                    old.holds(change.name)
                    ? old.value(of: change.name) != nil
                    : contents.forest[position].row.fields[change.name] != nil
                return contents.forest[position].row.authorship
                    .mark(of: change.name, isThere: wasThere)
            }
            let previous = contents.noteChanged(
                entry.fields, at: position, in: number, by: transaction.author,
                at: transaction.at, restored: restored)
            transaction.previousAuthorships.append((entry.row, previous))
        }
        let moved = changes.movedRows.map { ($0.row, true) }
        for (row, isMoved) in moved + changes.rowsOfOtherBand.map({ ($0, false) }) {
            let restored = transaction.restored[row]
            if restored?.placed != nil || restored?.mark != nil {
                used[row] = RestoredMarks(
                    row: row, placed: restored?.placed, fields: used[row]?.fields ?? [],
                    mark: restored?.mark)
            }
            if let position = contents.forest.position(of: row) {
                if !isMoved {
                    let placed = contents.forest[position].row.authorship.placed
                    transaction.log.append(.placedRow(row, placed))
                }
                contents.notePlaced(
                    at: position, in: number, as: restored?.placed, isMoved: isMoved)
            }
        }
        renewSectionPlaces(changes, revision: number, &transaction)
        return used.values.sorted { $0.row.text.precedes($1.row.text) }
    }

    /// Records the set that placed the sections which the set inserted or moved.
    private mutating func renewSectionPlaces(
        _ changes: ChangeSet, revision number: Int, _ transaction: inout Transaction
    ) {
        let ids = changes.insertedSections.map(\.section) + changes.movedSections.map(\.section)
        for id in ids {
            guard let slot = contents.slot(of: id) else { continue }
            transaction.log.append(.placedSection(id, contents[slot: slot].placed))
            contents.notePlaced(
                slot: slot, as: transaction.restoredSections[id]?.placed ?? number)
        }
    }
}
