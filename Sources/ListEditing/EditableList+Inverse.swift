/// The inverse of a change set, made from what the edit noted before it.
extension EditableList {
    func inverse(
        of changes: ChangeSet, _ sections: SectionOrders, _ inserted: Set<RowID>,
        _ transaction: Transaction
    ) -> Inverse {
        var steps = sectionPlaces(changes, sections, inserted, transaction)
        steps += changes.insertedRows.map { .deleteRow($0.row) }
        for entry in changes.updatedRows {
            if let old = transaction.touches[entry.row]?.record.row,
                let new = contents.record(entry.row)?.row
            {
                steps.append(
                    .updateRow(
                        entry.row, fields: fields(entry, old, new),
                        rules:
                            old.rules == new.rules ? nil : Reversal(made: new.rules, was: old.rules)
                    ))
            }
        }
        steps += rowPlaces(changes, transaction)
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

    private func fields(_ entry: RowUpdate, _ old: Row, _ new: Row) -> [FieldReversal] {
        entry.fields.map { change in
            FieldReversal(
                name: change.name, value: old.fields[change.name],
                mark: Reversal(
                    made: new.authorship.mark(of: change.name),
                    was: old.authorship.mark(of: change.name)))
        }
    }

    /// Rows to be put back, ascending by where they were.
    private func rowPlaces(_ changes: ChangeSet, _ transaction: Transaction) -> [InverseStep] {
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
            let row = touch.record.row
            if let now = contents.record(touch.record.id) {
                steps.append(
                    .moveRow(
                        row.id, to: neighbours,
                        placed: Reversal(
                            made: now.row.authorship.placed, was: row.authorship.placed)))
            } else {
                let insertable =
                    contents.slot(of: touch.section).map { contents.isInsertable(slot: $0) }
                steps.append(
                    .restoreRow(row, at: neighbours, insertable: insertable ?? true))
            }
        }
        return steps.reversed()
    }

    /// Sections to be put back, ascending by where they were.
    private func sectionPlaces(
        _ changes: ChangeSet, _ sections: SectionOrders, _ inserted: Set<RowID>,
        _ transaction: Transaction
    ) -> [InverseStep] {
        guard let before = sections.before else { return [] }
        let deleted = Set(changes.deletedSections.map(\.section))
        let moved = Set(changes.movedSections.map(\.section))
        let kept =
            deleted.isEmpty
            ? [:] : deletedRows(deleted, inserted, transaction)
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
        _ deleted: Set<SectionID>, _ inserted: Set<RowID>, _ transaction: Transaction
    ) -> [SectionID: [Row]] {
        var named: [SectionID: [RowTouch]] = [:]
        for (_, touch) in transaction.touches.entries where deleted.contains(touch.section) {
            named[touch.section, default: []].append(touch)
        }
        var kept: [SectionID: [Row]] = [:]
        for case .removedSection(let section, _, let records) in transaction.log
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
                if !contents.contains(touch.record.id) { rows.append(touch.record.row) }
                place = touch.path.row + 1
            }
            rows += others[next...].map(\.row)
            kept[section.id] = rows
        }
        return kept
    }
}
