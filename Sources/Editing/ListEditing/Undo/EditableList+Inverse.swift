/// Making the inverse of a change set, from the set and the state that the transaction recorded
/// before.
extension EditableList {
    /// Makes the inverse of a set that `contents` already reflects.
    ///
    /// - Parameters:
    ///   - sections: the order of sections before the set.
    ///   - inserted: the rows that the edit inserted or moved.
    ///   - before: the values of the changed fields before the set.
    func inverse(
        of changes: ChangeSet, _ sections: SectionOrders, _ inserted: Set<RowID>,
        _ before: [RowID: [FieldChange]], _ transaction: Transaction
    ) -> Inverse {
        var steps = sectionPlaces(changes, sections, inserted, before, transaction)
        steps += changes.insertedRows.map { .deleteRow($0.row, rules: $0.rules) }
        for entry in changes.updatedRows {
            guard let old = transaction.rowsBefore[entry.row]?.rules,
                let position = contents.forest.position(of: entry.row)
            else { continue }
            let new = contents.forest[position].row.rules
            steps.append(
                .updateRow(
                    entry.row,
                    fields: reversals(of: entry, at: position, before, transaction),
                    rules: old == new ? nil : ValueChange(new: new, old: old)))
        }
        steps += rowPlaces(changes, before, transaction)
        steps += changes.insertedSections.map { .deleteSection($0.section, rules: $0.rules) }
        for entry in changes.updatedSections {
            guard let old = transaction.sectionRecords[entry.section] else { continue }
            steps.append(
                .updateSection(
                    // Canonical equivalence: the change is made, not compared.
                    entry.section, title: entry.title.map { ValueChange(new: $0, old: old.title) },
                    rules: entry.rules.map { ValueChange(new: $0, old: old.rules) }))
        }
        if let list = changes.updatedList {
            for case .replacedList(let title, let rules) in transaction.log {
                steps.append(
                    .updateList(
                        // Canonical equivalence: the change is made, not compared.
                        title: list.title.map { ValueChange(new: $0, old: title) },
                        rules: list.rules.map { ValueChange(new: $0, old: rules) }))
                break
            }
        }
        return Inverse(steps: steps)
    }

    /// The changed fields of a row as they were.
    private func reversals(
        of entry: RowUpdate, at position: RowPosition, _ before: [RowID: [FieldChange]],
        _ transaction: Transaction
    ) -> [FieldInverse] {
        let old = before[entry.row] ?? []
        let marks = transaction.marksBefore[entry.row] ?? []
        return zip(entry.fields, marks).map { change, mark in
            FieldInverse(
                name: change.name,
                value: old.holds(change.name)
                    ? old.value(of: change.name)
                    : contents.forest[position].row.fields[change.name],
                mark: ValueChange(
                    new: contents.forest[position].row.authorship
                        .mark(of: change.name, isThere: change.value != nil),
                    old: mark))
        }
    }

    /// A row as it was before the edit that deleted it.
    private func row(
        _ row: Row, asBefore fields: [FieldChange]?, _ snapshot: RowSnapshot
    ) -> Row {
        var row = row
        for field in fields ?? [] { row.fields[field.name] = field.value }
        row.rules = snapshot.rules
        return row
    }

    /// The steps that restore rows and move them back, ascending by their paths before the set.
    private func rowPlaces(
        _ changes: ChangeSet, _ before: [RowID: [FieldChange]], _ transaction: Transaction
    ) -> [InverseStep] {
        let deleted = changes.deletedRows.isEmpty ? [:] : deletedRecords(transaction)
        let ids =
            changes.deletedRows.map(\.row) + changes.movedRows.map(\.row) + changes.rowsOfOtherBand
        let snapshots = ids.compactMap { transaction.rowsBefore[$0] }.sorted { $0.path < $1.path }
        var steps: [InverseStep] = []
        var after: RowID?
        for (place, snapshot) in snapshots.enumerated().reversed() {
            // The neighbour after a block of rows that were all moved or deleted is the nearest row
            // that stayed.
            let follows =
                place + 1 < snapshots.count
                && snapshots[place + 1].path.section == snapshot.path.section
                && snapshots[place + 1].path.row == snapshot.path.row + 1
            if !follows { after = snapshot.next }
            let neighbours = RowNeighbours(
                section: snapshot.section, after: snapshot.previous, before: after)
            if let position = contents.forest.position(of: snapshot.id) {
                let placed = contents.forest[position].row.authorship.placed
                steps.append(
                    .moveRow(
                        snapshot.id, to: neighbours,
                        placed: ValueChange(new: placed, old: snapshot.placed)))
            } else if let row = deleted[snapshot.id] {
                let insertable =
                    contents.slot(of: snapshot.section).map { contents.isInsertable(slot: $0) }
                steps.append(
                    .restoreRow(
                        self.row(row, asBefore: before[snapshot.id], snapshot), at: neighbours,
                        insertable: insertable ?? true))
            }
        }
        return steps.reversed()
    }

    /// The deleted rows that the edit names, as they were when they were removed.
    private func deletedRecords(_ transaction: Transaction) -> [RowID: Row] {
        var deleted: [RowID: Row] = [:]
        for mutation in transaction.log {
            switch mutation {
            case .removedRow(let record, _, _): deleted[record.id] = record.row
            case .removedSection(_, _, .records(let records)):
                for record in records where transaction.rowsBefore.contains(record.id) {
                    deleted[record.id] = record.row
                }
            default: break
            }
        }
        return deleted
    }

    /// The steps that restore sections and move them back, ascending by their indices before the
    /// set.
    private func sectionPlaces(
        _ changes: ChangeSet, _ sections: SectionOrders, _ inserted: Set<RowID>,
        _ fields: [RowID: [FieldChange]], _ transaction: Transaction
    ) -> [InverseStep] {
        guard let before = sections.before else { return [] }
        let deleted = Set(changes.deletedSections.map(\.section))
        let moved = Set(changes.movedSections.map(\.section))
        let kept =
            deleted.isEmpty
            ? [:] : deletedRows(deleted, inserted, fields, transaction)
        var placed: [SectionID: ValueChange<Int>] = [:]
        for case .placedSection(let id, let old) in transaction.log {
            guard let slot = contents.slot(of: id) else { continue }
            placed[id] = ValueChange(new: contents[slot: slot].placed, old: old)
        }
        var steps: [InverseStep] = []
        var after: SectionID?
        for (index, id) in before.enumerated().reversed() {
            guard deleted.contains(id) || moved.contains(id) else {
                after = id
                continue
            }
            let place = SectionNeighbours(
                after: index == 0 ? nil : before[index - 1], before: after)
            if moved.contains(id) {
                steps.append(.moveSection(id, to: place, placed: placed[id]))
            } else if let record = transaction.sectionRecords[id] {
                steps.append(
                    .restoreSection(
                        SectionState(
                            id: id, title: record.title, rules: record.rules, rows: kept[id] ?? [],
                            placed: record.placed),
                        at: place))
            }
        }
        return steps.reversed()
    }

    /// The rows that were deleted with each section, in the order and state before the edit.
    private func deletedRows(
        _ deleted: Set<SectionID>, _ inserted: Set<RowID>, _ fields: [RowID: [FieldChange]],
        _ transaction: Transaction
    ) -> [SectionID: [Row]] {
        var named: [SectionID: [RowSnapshot]] = [:]
        for (_, snapshot) in transaction.rowsBefore.entries where deleted.contains(snapshot.section)
        {
            named[snapshot.section, default: []].append(snapshot)
        }
        let deletedRecords = named.isEmpty ? [:] : self.deletedRecords(transaction)
        var kept: [SectionID: [Row]] = [:]
        for case .removedSection(let section, _, .records(let records)) in transaction.log
        where deleted.contains(section.id) {
            // Rows that the edit does not name fill the places between those that it names.
            let others = records.filter {
                transaction.rowsBefore[$0.id] == nil && !inserted.contains($0.id)
            }
            let snapshots = (named[section.id] ?? []).sorted { $0.path < $1.path }
            var rows: [Row] = []
            rows.reserveCapacity(others.count + snapshots.count)
            var next = others.startIndex
            var place = 0
            for snapshot in snapshots {
                let gap = snapshot.path.row - place
                rows += others[next..<next + gap].map(\.row)
                next += gap
                if let row = deletedRecords[snapshot.id], !contents.contains(snapshot.id) {
                    rows.append(self.row(row, asBefore: fields[snapshot.id], snapshot))
                }
                place = snapshot.path.row + 1
            }
            rows += others[next...].map(\.row)
            kept[section.id] = rows
        }
        return kept
    }
}
