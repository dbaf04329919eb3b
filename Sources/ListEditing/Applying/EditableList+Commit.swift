extension EditableList {
    /// Ends an edit: makes its change set and inverse, renews marks, and joins the history.
    ///
    /// - Throws: `badAction` where the count rule does not hold, which a right core never sees; the
    ///   caller rolls back.
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
        fellSections(&transaction)
        let inverse = inverse(of: changes, sections, inserted, fields, transaction)
        join(changes, inverse, transaction)
        return Applied(
            changes: changes, inverse: inverse, clamps: transaction.clamps, marks: marks)
    }

    /// Makes a set the newest.
    mutating func join(
        _ changes: ChangeSet, _ inverse: Inverse, _ transaction: Transaction
    ) {
        revision += 1
        history.append(changes, inverse)
        if history.count > historyLimit { history.forget(through: revision - historyLimit) }
        newest = NewestSet(log: transaction.log, formers: transaction.formers)
    }

    /// Takes the rows of deleted sections out of the index.
    ///
    /// - Complexity: O(n) in these rows.
    mutating func fellSections(_ transaction: inout Transaction) {
        guard transaction.sectionsBefore != nil else { return }
        for place in transaction.log.indices {
            if case .removedSection(let section, let index, let rows) = transaction.log[place] {
                transaction.log[place] = .removedSection(
                    section, at: index, rows: .records(contents.fell(rows)))
            }
        }
    }

    /// What the fields that the edit changed in place were before it, ascending by name.
    func fieldsBefore(_ transaction: Transaction) -> [RowID: [FieldChange]] {
        var fields: [RowID: [FieldChange]] = [:]
        for case .replacedFields(let id, let old) in transaction.log {
            fields[id, default: []] += old
        }
        for (id, old) in fields where old.count > 1 { fields[id] = old.oldestOfEach() }
        return fields
    }

    /// The rows that the edit put somewhere, new ones and moved ones, that are still there.
    func insertedRows(_ transaction: Transaction) -> Set<RowID> {
        var ids: Set<RowID> = []
        for case .insertedRow(let id, _, _) in transaction.log { ids.insert(id) }
        return ids
    }

    /// The rows that have moved in effect: not those that came back to where they were.
    private func movedRows(
        _ inserted: Set<RowID>, _ sections: SectionOrders, _ transaction: Transaction
    ) -> Set<RowID> {
        var moved: Set<RowID> = []
        var candidates: [(id: RowID, before: IndexPath, after: IndexPath, section: SectionID)] = []
        for id in inserted {
            guard let touch = transaction.touches[id], let rank = contents.rank(id) else {
                continue
            }
            moved.insert(id)
            let section = contents[slot: rank.slot].id
            if section == touch.section {
                candidates.append(
                    (
                        id, touch.path,
                        IndexPath(section: contents.index(ofSlot: rank.slot), row: rank.row),
                        section
                    ))
            }
        }
        guard !candidates.isEmpty else { return moved }
        var effects: [SectionID: SetEffect] = [:]
        for (_, touch) in transaction.touches.entries {
            if moved.contains(touch.id) || !contents.contains(touch.id) {
                effects[touch.section, default: SetEffect()].removed.append(touch.path.row)
            }
        }
        for id in inserted {
            if let rank = contents.rank(id) {
                let section = contents[slot: rank.slot].id
                effects[section, default: SetEffect()].inserted.append(rank.row)
            }
        }
        for section in effects.keys {
            effects[section]?.removed.sort()
            effects[section]?.inserted.sort()
        }
        // Rows that stand between the same unmoved rows as before, in the same order among
        // themselves, have not moved.
        var last: [SectionID: Int] = [:]
        for row in candidates.sorted(by: { $0.before < $1.before }) {
            guard let effect = effects[row.section] else { continue }
            let before = row.before.row - effect.removed.countBelow(row.before.row)
            let after = row.after.row - effect.inserted.countBelow(row.after.row)
            if before == after, row.after.row > last[row.section] ?? -1 {
                moved.remove(row.id)
                last[row.section] = row.after.row
            }
        }
        return moved
    }

    func checkCounts(
        _ changes: ChangeSet, _ sections: SectionOrders, _ transaction: Transaction
    ) throws(CountError) {
        var rules: [SectionID: CountRule] = [:]
        for (id, before) in transaction.countsBefore.entries {
            guard sections.indexBefore(id, contents) != nil, let slot = contents.slot(of: id) else {
                continue
            }
            rules[id] = CountRule(section: id, before: before, after: contents.count(slot: slot))
        }
        for entry in changes.deletedRows {
            rules[sections.idBefore(entry.at.section, contents)]?.deleted += 1
        }
        for entry in changes.insertedRows {
            rules[contents.section(at: entry.at.section).id]?.inserted += 1
        }
        for entry in changes.movedRows {
            let from = sections.idBefore(entry.from.section, contents)
            let to = contents.section(at: entry.to.section).id
            if from != to {
                rules[from]?.movedOut += 1
                rules[to]?.movedIn += 1
            }
        }
        for rule in rules.values { try rule.check() }
        if let before = transaction.sectionsBefore {
            let left = before.count - changes.deletedSections.count
            if left + changes.insertedSections.count != contents.order.count {
                throw CountError(
                    message: "\(before.count) sections before - \(changes.deletedSections.count)"
                        + " deleted + \(changes.insertedSections.count) inserted is not"
                        + " \(contents.order.count) sections after")
            }
        }
    }
}

/// What it takes to revert the newest set.
struct NewestSet {
    var log: [Mutation]
    /// What was noted of rows before their fields changed in place.
    var formers: [(row: RowID, authorship: FormerAuthorship)]
}

extension [FieldChange] {
    /// The first of the changes of each field, ascending by name.
    ///
    /// - Complexity: O(k log k).
    func oldestOfEach() -> [FieldChange] {
        let places = indices.sorted { left, right in
            let (one, other) = (self[left].name, self[right].name)
            return one.isSame(as: other) ? left < right : one.precedes(other)
        }
        var oldest: [FieldChange] = []
        oldest.reserveCapacity(count)
        for place in places where oldest.last.map({ $0.name.isSame(as: self[place].name) }) != true
        {
            oldest.append(self[place])
        }
        return oldest
    }
}
