/// The entries of a change set.
extension EditableList {
    func collectSections(
        _ sections: SectionOrders, _ transaction: Transaction, _ changes: inout ChangeSet
    ) {
        if let before = sections.before {
            collectOrder(before, sections, transaction, &changes)
        }
        for (id, record) in transaction.sectionRecords {
            guard let slot = contents.slot(of: id), let at = sections.indexBefore(id, contents)
            else {
                continue
            }
            let now = contents[slot: slot]
            let title = now.title.isSame(as: record.title) ? nil : now.title
            let rules = now.rules == record.rules ? nil : now.rules
            if title != nil || rules != nil {
                changes.updatedSections.append(
                    SectionUpdate(section: id, at: at, title: title, rules: rules))
            }
        }
        changes.updatedSections.sort { $0.at < $1.at }
        for case .replacedList(let title, let rules) in transaction.log {
            let newTitle = contents.title.isSame(as: title) ? nil : contents.title
            let newRules = contents.rules == rules ? nil : contents.rules
            if newTitle != nil || newRules != nil {
                changes.updatedList = ListUpdate(title: newTitle, rules: newRules)
            }
            // The oldest of these mutations holds what was before the edit.
            break
        }
    }

    private func collectOrder(
        _ before: [SectionID], _ sections: SectionOrders, _ transaction: Transaction,
        _ changes: inout ChangeSet
    ) {
        var effect = SetEffect()
        var candidates: [(id: SectionID, from: Int, to: Int)] = []
        var movedIDs: Set<SectionID> = []
        for case .movedSection(let id, _) in transaction.log { movedIDs.insert(id) }
        for (index, id) in before.enumerated() {
            if let to = contents.index(of: id) {
                if movedIDs.contains(id) {
                    candidates.append((id, index, to))
                    effect.removed.append(index)
                    effect.inserted.append(to)
                }
            } else {
                changes.deletedSections.append(SectionDeletion(section: id, at: index))
                effect.removed.append(index)
            }
        }
        for index in contents.order.indices {
            let section = contents.section(at: index)
            if sections.indexBefore(section.id, contents) == nil {
                changes.insertedSections.append(
                    SectionInsertion(
                        section: section.id, at: index, title: section.title, rules: section.rules))
                effect.inserted.append(index)
            }
        }
        effect.inserted.sort()
        var last = -1
        for (id, from, to) in candidates {
            let rank = from - effect.removed.countBelow(from)
            if rank == to - effect.inserted.countBelow(to), to > last {
                last = to
            } else {
                changes.movedSections.append(SectionMove(section: id, from: from, to: to))
            }
        }
    }

    func collectRows(
        _ inserted: Set<RowID>, _ moved: Set<RowID>, _ before: [RowID: [FieldChange]],
        _ transaction: Transaction, _ changes: inout ChangeSet
    ) {
        for (id, touch) in transaction.touches.entries {
            guard let position = contents.forest.position(of: id) else {
                if contents.slot(of: touch.section) != nil {
                    changes.deletedRows.append(RowDeletion(row: id, at: touch.path))
                }
                continue
            }
            if moved.contains(id), let to = contents.path(of: id) {
                changes.movedRows.append(RowMove(row: id, from: touch.path, to: to))
            }
            var fields: [FieldChange] = []
            for old in before[id] ?? [] {
                let value = contents.forest[position].row.fields[old.name]
                if value != old.value {
                    fields.append(FieldChange(name: old.name, value: value))
                }
            }
            let rules = contents.forest[position].row.rules
            if !fields.isEmpty || rules != touch.rules {
                changes.updatedRows.append(
                    RowUpdate(
                        row: id, at: touch.path, fields: fields,
                        rules: RowRulesChange(from: touch.rules, to: rules)))
            }
        }
        for id in inserted where transaction.touches[id] == nil {
            if let path = contents.path(of: id), let row = contents.record(id)?.row {
                changes.insertedRows.append(
                    RowInsertion(row: id, at: path, fields: row.fields, rules: row.rules))
            }
        }
        changes.deletedRows.sort { $0.at < $1.at }
        changes.insertedRows.sort { $0.at < $1.at }
        changes.movedRows.sort { $0.from < $1.from }
        changes.updatedRows.sort { $0.at < $1.at }
    }
}
