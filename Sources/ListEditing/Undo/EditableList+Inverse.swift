/// The inverse of a change set, made from what the edit noted before it.
extension EditableList {
    func inverse(
        of changes: ChangeSet, _ sections: SectionOrders, _ inserted: Set<RowID>,
        _ before: [RowID: [FieldChange]], _ transaction: Transaction
    ) -> Inverse {
        var steps = sectionPlaces(changes, sections, inserted, before, transaction)
        steps += changes.insertedRows.map { .deleteRow($0.row) }
        for entry in changes.updatedRows {
            guard let old = transaction.touches[entry.row]?.rules,
                let position = contents.forest.position(of: entry.row)
            else { continue }
            let new = contents.forest[position].row.rules
            steps.append(
                .updateRow(
                    entry.row,
                    fields: reversals(of: entry, at: position, before, transaction),
                    rules: old == new ? nil : Reversal(made: new, was: old)))
        }
        steps += rowPlaces(changes, before, transaction)
        steps += changes.insertedSections.map { .deleteSection($0.section) }
        for entry in changes.updatedSections {
            guard let old = transaction.sectionRecords[entry.section] else { continue }
            steps.append(
                .updateSection(
                    entry.section, title: entry.title.map { Reversal(made: $0, was: old.title) },
                    rules: entry.rules.map { Reversal(made: $0, was: old.rules) }))
        }
        if let list = changes.updatedList {
            for case .replacedList(let title, let rules) in transaction.log {
                steps.append(
                    .updateList(
                        title: list.title.map { Reversal(made: $0, was: title) },
                        rules: list.rules.map { Reversal(made: $0, was: rules) }))
                break
            }
        }
        return Inverse(steps: steps)
    }

    private func reversals(
        of entry: RowUpdate, at position: RowPosition, _ before: [RowID: [FieldChange]],
        _ transaction: Transaction
    ) -> [FieldReversal] {
        let old = before[entry.row] ?? []
        let marks = transaction.marksBefore[entry.row] ?? []
        return zip(entry.fields, marks).map { change, mark in
            FieldReversal(
                name: change.name,
                value: old.holds(change.name)
                    ? old.value(of: change.name)
                    : contents.forest[position].row.fields[change.name],
                mark: Reversal(
                    made: contents.forest[position].row.authorship
                        .mark(of: change.name, isThere: change.value != nil),
                    was: mark))
        }
    }

    /// A row as it was before the edit that deleted it.
    private func row(
        _ row: Row, asBefore fields: [FieldChange]?, _ touch: RowTouch
    ) -> Row {
        var row = row
        for field in fields ?? [] { row.fields[field.name] = field.value }
        row.rules = touch.rules
        return row
    }

    /// Rows to be put back, ascending by where they were.
    private func rowPlaces(
        _ changes: ChangeSet, _ before: [RowID: [FieldChange]], _ transaction: Transaction
    ) -> [InverseStep] {
        let deleted = changes.deletedRows.isEmpty ? [:] : deletedRecords(transaction)
        let ids = changes.deletedRows.map(\.row) + changes.movedRows.map(\.row)
        let touches = ids.compactMap { transaction.touches[$0] }.sorted { $0.path < $1.path }
        var steps: [InverseStep] = []
        var behind: RowID?
        for (place, touch) in touches.enumerated().reversed() {
            // Behind a block of rows that all went stands the nearest one that stayed.
            let follows =
                place + 1 < touches.count && touches[place + 1].path.section == touch.path.section
                && touches[place + 1].path.row == touch.path.row + 1
            if !follows { behind = touch.next }
            let neighbours = RowNeighbours(
                section: touch.section, after: touch.previous, before: behind)
            if let position = contents.forest.position(of: touch.id) {
                let placed = contents.forest[position].row.authorship.placed
                steps.append(
                    .moveRow(
                        touch.id, to: neighbours,
                        placed: Reversal(made: placed, was: touch.placed)))
            } else if let row = deleted[touch.id] {
                let insertable =
                    contents.slot(of: touch.section).map { contents.isInsertable(slot: $0) }
                steps.append(
                    .restoreRow(
                        self.row(row, asBefore: before[touch.id], touch), at: neighbours,
                        insertable: insertable ?? true))
            }
        }
        return steps.reversed()
    }

    /// The rows that the edit names and that are gone, as they were when they went.
    private func deletedRecords(_ transaction: Transaction) -> [RowID: Row] {
        var deleted: [RowID: Row] = [:]
        for mutation in transaction.log {
            switch mutation {
            case .removedRow(let record, _, _): deleted[record.id] = record.row
            case .removedSection(_, _, .records(let records)):
                for record in records where transaction.touches.contains(record.id) {
                    deleted[record.id] = record.row
                }
            default: break
            }
        }
        return deleted
    }

    /// Sections to be put back, ascending by where they were.
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
        var steps: [InverseStep] = []
        var behind: SectionID?
        for (index, id) in before.enumerated().reversed() {
            guard deleted.contains(id) || moved.contains(id) else {
                behind = id
                continue
            }
            let place = SectionNeighbours(
                after: index == 0 ? nil : before[index - 1], before: behind)
            if moved.contains(id) {
                steps.append(.moveSection(id, to: place))
            } else if let record = transaction.sectionRecords[id] {
                steps.append(
                    .restoreSection(
                        SectionState(
                            id: id, title: record.title, rules: record.rules, rows: kept[id] ?? []),
                        at: place))
            }
        }
        return steps.reversed()
    }

    /// The rows that went with each deleted section, in the order and state before the edit.
    private func deletedRows(
        _ deleted: Set<SectionID>, _ inserted: Set<RowID>, _ fields: [RowID: [FieldChange]],
        _ transaction: Transaction
    ) -> [SectionID: [Row]] {
        var named: [SectionID: [RowTouch]] = [:]
        for (_, touch) in transaction.touches.entries where deleted.contains(touch.section) {
            named[touch.section, default: []].append(touch)
        }
        let gone = named.isEmpty ? [:] : deletedRecords(transaction)
        var kept: [SectionID: [Row]] = [:]
        for case .removedSection(let section, _, .records(let records)) in transaction.log
        where deleted.contains(section.id) {
            // Rows that the edit does not name fill the places between those that it does.
            let others = records.filter {
                transaction.touches[$0.id] == nil && !inserted.contains($0.id)
            }
            let touches = (named[section.id] ?? []).sorted { $0.path < $1.path }
            var rows: [Row] = []
            rows.reserveCapacity(others.count + touches.count)
            var next = others.startIndex
            var place = 0
            for touch in touches {
                let gap = touch.path.row - place
                rows += others[next..<next + gap].map(\.row)
                next += gap
                if let row = gone[touch.id], !contents.contains(touch.id) {
                    rows.append(self.row(row, asBefore: fields[touch.id], touch))
                }
                place = touch.path.row + 1
            }
            rows += others[next...].map(\.row)
            kept[section.id] = rows
        }
        return kept
    }
}

extension [FieldChange] {
    /// The value of a field in changes that ascend by name.
    ///
    /// - Complexity: O(log n).
    func value(of name: String) -> FieldValue? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].name.precedes(name) { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].name.isSame(as: name) ? self[low].value : nil
    }
}
