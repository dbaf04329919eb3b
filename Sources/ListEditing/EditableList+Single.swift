/// The net effect of an edit that changed, placed or removed a single row, as nearly all do.
///
/// The log alone tells it then, so nothing has to be compared or sorted; the result is that of the
/// way for all edits.
extension EditableList {
    /// Makes the change set of such an edit; nil: the edit did more than that, or nothing.
    mutating func commitSingle(_ transaction: Transaction) -> Applied? {
        guard transaction.sectionsBefore == nil, transaction.restored.isEmpty else { return nil }
        switch transaction.log.count {
        case 1:
            switch transaction.log[0] {
            case .replacedRow(let old): return commitUpdate(of: old.row, transaction)
            case .insertedRow(let id, let section, _):
                return commitInsertion(of: id, section, transaction)
            case .removedRow(let record, let section, _):
                return commitRemoval(of: record.row, section, transaction)
            default: return nil
            }
        case 2:
            guard case .removedRow(let old, let from, _) = transaction.log[0],
                case .insertedRow(let id, let to, _) = transaction.log[1], id == old.id
            else { return nil }
            return commitMove(of: old.row, from, to, transaction)
        default: return nil
        }
    }

    private mutating func commitUpdate(of old: Row, _ transaction: Transaction) -> Applied? {
        guard let touch = transaction.touches[old.id], let slot = contents.slot(at: touch.path)
        else { return nil }
        let position = contents.forest.position(slot: slot, row: touch.path.row)
        let new = contents.forest[position].row
        let fields = new.fields.changes(since: old.fields)
        guard !fields.isEmpty || new.rules != old.rules else { return nil }
        var authorship = old.authorship
        if !fields.isEmpty {
            authorship = authorship.changed(
                fields, of: old.fields, in: revision + 1, by: transaction.client, restored: [])
            contents.mark(at: position) { $0.row.authorship = authorship }
        }
        var changes = ChangeSet()
        changes.updatedRows = [
            RowUpdate(
                row: old.id, at: touch.path, fields: fields,
                rules: RowRulesChange(from: old.rules, to: new.rules))
        ]
        let step = InverseStep.updateRow(
            old.id,
            fields: fields.map { change in
                FieldReversal(
                    name: change.name, value: old.fields[change.name],
                    mark: Reversal(
                        made: authorship.mark(of: change.name),
                        was: old.authorship.mark(of: change.name)))
            },
            rules: old.rules == new.rules ? nil : Reversal(made: new.rules, was: old.rules))
        return join(changes, step, transaction)
    }

    private mutating func commitInsertion(
        of id: RowID, _ section: SectionID, _ transaction: Transaction
    ) -> Applied? {
        guard let place = place(of: id),
            holds(transaction, place.slot, inserted: section, removed: nil)
        else { return nil }
        let number = revision + 1
        contents.mark(at: place.position) { record in
            record.stamp = number
            record.row.authorship = Authorship(
                revision: number, client: transaction.client, otherRevision: 0, marks: [],
                placed: number)
        }
        let row = contents.forest[place.position].row
        var changes = ChangeSet()
        changes.insertedRows = [
            RowInsertion(row: id, at: place.path, fields: row.fields, rules: row.rules)
        ]
        return join(changes, .deleteRow(id), transaction)
    }

    private mutating func commitRemoval(
        of row: Row, _ section: SectionID, _ transaction: Transaction
    ) -> Applied? {
        guard let touch = transaction.touches[row.id], let slot = contents.slot(at: touch.path),
            holds(transaction, slot, inserted: nil, removed: section)
        else { return nil }
        var changes = ChangeSet()
        changes.deletedRows = [RowDeletion(row: row.id, at: touch.path)]
        let step = InverseStep.restoreRow(
            touch.record.row, at: touch.neighbours, insertable: contents.isInsertable(slot: slot))
        return join(changes, step, transaction)
    }

    private mutating func commitMove(
        of old: Row, _ from: SectionID, _ to: SectionID, _ transaction: Transaction
    ) -> Applied? {
        guard let touch = transaction.touches[old.id], let place = place(of: old.id),
            place.path != touch.path,
            holds(transaction, place.slot, inserted: to, removed: from)
        else { return nil }
        // Where the pin is another, fields and rules may be too.
        let row = contents.forest[place.position].row
        guard row.rules.pinned == old.rules.pinned else { return nil }
        let number = revision + 1
        contents.mark(at: place.position) { record in
            record.stamp = number
            record.row.authorship.placed = number
        }
        var changes = ChangeSet()
        changes.movedRows = [RowMove(row: old.id, from: touch.path, to: place.path)]
        let step = InverseStep.moveRow(
            old.id, to: touch.neighbours,
            placed: Reversal(made: number, was: old.authorship.placed))
        return join(changes, step, transaction)
    }

    private mutating func join(
        _ changes: ChangeSet, _ step: InverseStep, _ transaction: Transaction
    ) -> Applied {
        let inverse = Inverse(steps: [step])
        join(changes, inverse, transaction)
        return Applied(changes: changes, inverse: inverse, clamps: transaction.clamps)
    }

    private func place(of row: RowID) -> (position: RowPosition, slot: Int, path: IndexPath)? {
        guard let position = contents.forest.position(of: row) else { return nil }
        let rank = contents.forest.rank(of: position)
        let path = IndexPath(section: contents.index(ofSlot: rank.slot), row: rank.row)
        return (position, rank.slot, path)
    }

    /// The count rule (`CountRule`) for one row that came to a section, went from one, or both.
    ///
    /// - Parameter slot: the slot of the section that the row came to, or else went from.
    private func holds(
        _ transaction: Transaction, _ slot: Int, inserted: SectionID?, removed: SectionID?
    ) -> Bool {
        let last = inserted ?? removed
        for (section, before) in transaction.countsBefore.entries {
            guard let slot = section == last ? slot : contents.slot(of: section) else {
                return false
            }
            let came = section == inserted ? 1 : 0
            let went = section == removed ? 1 : 0
            if contents.count(slot: slot) != before + came - went { return false }
        }
        return true
    }
}
