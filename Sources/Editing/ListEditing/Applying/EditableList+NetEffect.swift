import TextBytes

/// The net effect of an edit: the entries of its change set, computed from the state before it and
/// the list now.
extension EditableList {
    /// Adds the entries about sections and the list.
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
            // The first of these mutations holds the values before the edit.
            break
        }
    }

    /// Adds the sections that were deleted, inserted or moved.
    private func collectOrder(
        _ before: [SectionID], _ sections: SectionOrders, _ transaction: Transaction,
        _ changes: inout ChangeSet
    ) {
        var transform = IndexTransform()
        var candidates: [(id: SectionID, from: Int, to: Int)] = []
        var movedIDs: Set<SectionID> = []
        for case .movedSection(let id, _) in transaction.log { movedIDs.insert(id) }
        for (index, id) in before.enumerated() {
            if let to = contents.index(of: id) {
                if movedIDs.contains(id) {
                    candidates.append((id, index, to))
                    transform.removed.append(index)
                    transform.inserted.append(to)
                }
            } else {
                changes.deletedSections.append(SectionDeletion(section: id, at: index))
                transform.removed.append(index)
            }
        }
        for index in contents.order.indices {
            let section = contents.section(at: index)
            if sections.indexBefore(section.id, contents) == nil {
                changes.insertedSections.append(
                    SectionInsertion(
                        section: section.id, at: index, title: section.title, rules: section.rules))
                transform.inserted.append(index)
            }
        }
        transform.inserted.sort()
        var last = -1
        for (id, from, to) in candidates {
            let rank = from - transform.removed.countBelow(from)
            if rank == to - transform.inserted.countBelow(to), to > last {
                last = to
                if crossesMarks(id, from: from, transaction) {
                    changes.movedSections.append(SectionMove(section: id, from: from, to: to))
                }
            } else {
                changes.movedSections.append(SectionMove(section: id, from: from, to: to))
            }
        }
    }

    /// Adds the entries about rows.
    ///
    /// - Parameters:
    ///   - inserted: the rows that the edit inserted or moved (`insertedRows`).
    ///   - moved: those of them that moved in effect (`movedRows`).
    ///   - before: the values of changed fields before the edit.
    func collectRows(
        _ inserted: Set<RowID>, _ moved: Set<RowID>, _ before: [RowID: [FieldChange]],
        _ transaction: Transaction, _ changes: inout ChangeSet
    ) {
        for (id, snapshot) in transaction.rowsBefore.entries {
            guard let position = contents.forest.position(of: id) else {
                if contents.slot(of: snapshot.section) != nil {
                    changes.deletedRows.append(RowDeletion(row: id, at: snapshot.path))
                }
                continue
            }
            if moved.contains(id), let to = contents.path(of: id) {
                changes.movedRows.append(RowMove(row: id, from: snapshot.path, to: to))
            }
            var fields: [FieldChange] = []
            for old in before[id] ?? [] {
                let value = contents.forest[position].row.fields[old.name]
                if value != old.value {
                    fields.append(FieldChange(name: old.name, value: value))
                }
            }
            let rules = contents.forest[position].row.rules
            if !fields.isEmpty || rules != snapshot.rules {
                changes.updatedRows.append(
                    RowUpdate(
                        row: id, at: snapshot.path, fields: fields,
                        rules: RowRulesChange(from: snapshot.rules, to: rules)))
            }
        }
        for id in inserted where transaction.rowsBefore[id] == nil {
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

    /// Whether a row goes back to its mark across marks of others: it is named as moved then, as they
    /// see it moved once they come back.
    private func crossesMarks(_ row: RowID, _ transaction: Transaction) -> Bool {
        guard let mark = transaction.returning[row], let before = transaction.rowsBefore[row],
            let marks = contents.marks
        else { return false }
        return marks.isCrossed(
            from: before.rankInBand, .rows(before.section, Band(before.rules.pinned)), to: mark,
            made: marks.trees[mark].made)
    }

    private func crossesMarks(
        _ section: SectionID, from index: Int, _ transaction: Transaction
    ) -> Bool {
        guard let mark = transaction.returningSections[section], let marks = contents.marks
        else { return false }
        return marks.isCrossed(from: index, .sections, to: mark, made: marks.trees[mark].made)
    }

    /// The rows that have moved in effect, without those that returned to their place.
    func movedRows(
        _ inserted: Set<RowID>, _ sections: SectionOrders, _ transaction: Transaction
    ) -> Set<RowID> {
        var moved: Set<RowID> = []
        var candidates: [(id: RowID, before: IndexPath, after: IndexPath, section: SectionID)] = []
        for id in inserted {
            guard let snapshot = transaction.rowsBefore[id], let rank = contents.rank(id) else {
                continue
            }
            moved.insert(id)
            let section = contents[slot: rank.slot].id
            if section == snapshot.section {
                candidates.append(
                    (
                        id, snapshot.path,
                        IndexPath(section: contents.index(ofSlot: rank.slot), row: rank.row),
                        section
                    ))
            }
        }
        guard !candidates.isEmpty else { return moved }
        var transforms: [SectionID: IndexTransform] = [:]
        for (_, snapshot) in transaction.rowsBefore.entries {
            if moved.contains(snapshot.id) || !contents.contains(snapshot.id) {
                transforms[snapshot.section, default: IndexTransform()].removed.append(
                    snapshot.path.row)
            }
        }
        for id in inserted {
            if let rank = contents.rank(id) {
                let section = contents[slot: rank.slot].id
                transforms[section, default: IndexTransform()].inserted.append(rank.row)
            }
        }
        for section in transforms.keys {
            transforms[section]?.removed.sort()
            transforms[section]?.inserted.sort()
        }
        // A row has not moved if it is between the same unmoved rows as before, in the same order
        // among the other such rows.
        var last: [SectionID: Int] = [:]
        for row in candidates.sorted(by: { $0.before < $1.before }) {
            guard let transform = transforms[row.section] else { continue }
            let before = row.before.row - transform.removed.countBelow(row.before.row)
            let after = row.after.row - transform.inserted.countBelow(row.after.row)
            if before == after, row.after.row > last[row.section] ?? -1 {
                if !crossesMarks(row.id, transaction) { moved.remove(row.id) }
                last[row.section] = row.after.row
            }
        }
        return moved
    }
}

/// The order of sections before an edit, for comparison with the order now.
///
/// It holds no reference to the list, since a second reference would make each change copy the
/// list.
struct SectionOrders {
    /// The order before; nil: the edit did not change it.
    let before: [SectionID]?
    private let indices: [SectionID: Int]

    init(_ before: [SectionID]?) {
        self.before = before
        var indices: [SectionID: Int] = [:]
        for (index, section) in (before ?? []).enumerated() { indices[section] = index }
        self.indices = indices
    }

    /// The index of a section before the edit; nil: it was not in the list.
    func indexBefore(_ id: SectionID, _ contents: Contents) -> Int? {
        before == nil ? contents.index(of: id) : indices[id]
    }

    /// The section at an index before the edit.
    func idBefore(_ index: Int, _ contents: Contents) -> SectionID {
        before?[index] ?? contents.section(at: index).id
    }
}
