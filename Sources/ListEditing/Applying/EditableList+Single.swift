/// The net effect of an edit that changed, placed or removed a single row, as nearly all do.
///
/// The log alone tells it then, so nothing has to be compared or sorted; the result is that of the
/// way for all edits.
extension EditableList {
    /// Makes the change set of such an edit; nil: the edit did more than that, or nothing.
    mutating func commitSingle(_ transaction: inout Transaction) -> Applied? {
        guard transaction.sectionsBefore == nil, transaction.restored.isEmpty else { return nil }
        switch transaction.log.count {
        case 1:
            switch transaction.log[0] {
            case .replacedFields(let id, let old):
                return commitFields(old, of: id, &transaction)
            case .replacedRules(let id, let old): return commitRules(old, of: id, transaction)
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
            return commitMove(
                of: id, old.row.rules.pinned, old.row.authorship.placed, from, to, transaction)
        default: return nil
        }
    }

    private mutating func commitFields(
        _ old: [FieldChange], of id: RowID, _ transaction: inout Transaction
    ) -> Applied? {
        guard let touch = transaction.touches[id], let slot = contents.slot(at: touch.path)
        else { return nil }
        let position = contents.forest.position(slot: slot, row: touch.path.row)
        let before = old.count == 1 ? old : old.oldestOfEach()
        var fields: [FieldChange] = []
        var reversals: [FieldReversal] = []
        fields.reserveCapacity(before.count)
        reversals.reserveCapacity(before.count)
        for field in before {
            let value = contents.forest[position].row.fields[field.name]
            if value == field.value { continue }
            fields.append(FieldChange(name: field.name, value: value))
            let mark = contents.forest[position].row.authorship
                .mark(of: field.name, isThere: field.value != nil)
            reversals.append(
                FieldReversal(
                    name: field.name, value: field.value,
                    mark: Reversal(made: revision + 1, was: mark)))
        }
        guard !fields.isEmpty else { return nil }
        let former = contents.noteChanged(
            fields, at: position, in: revision + 1, by: transaction.client, restored: [])
        transaction.formers.append((id, former))
        var changes = ChangeSet()
        changes.updatedRows = [
            RowUpdate(row: id, at: touch.path, fields: fields, rules: RowRulesChange())
        ]
        return join(changes, .updateRow(id, fields: reversals, rules: nil), transaction)
    }

    private mutating func commitRules(
        _ old: RowRules, of id: RowID, _ transaction: Transaction
    ) -> Applied? {
        guard let touch = transaction.touches[id], let new = contents.record(id)?.row.rules
        else { return nil }
        var changes = ChangeSet()
        changes.updatedRows = [
            RowUpdate(
                row: id, at: touch.path, fields: [], rules: RowRulesChange(from: old, to: new))
        ]
        let step = InverseStep.updateRow(id, fields: [], rules: Reversal(made: new, was: old))
        return join(changes, step, transaction)
    }

    private mutating func commitInsertion(
        of id: RowID, _ section: SectionID, _ transaction: Transaction
    ) -> Applied? {
        guard let place = place(of: id),
            holds(transaction, place.slot, inserted: section, removed: nil)
        else { return nil }
        let number = revision + 1
        contents.noteInserted(
            at: place.position, in: number, by: transaction.client, restored: nil)
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
            row, at: touch.neighbours, insertable: contents.isInsertable(slot: slot))
        return join(changes, step, transaction)
    }

    private mutating func commitMove(
        of id: RowID, _ pin: Pin?, _ placed: Int, _ from: SectionID, _ to: SectionID,
        _ transaction: Transaction
    ) -> Applied? {
        guard let touch = transaction.touches[id], let place = place(of: id),
            place.path != touch.path,
            holds(transaction, place.slot, inserted: to, removed: from)
        else { return nil }
        // Where the pin is another, so are the rules.
        guard contents.forest[place.position].row.rules.pinned == pin else { return nil }
        let number = revision + 1
        contents.notePlaced(at: place.position, in: number, as: nil)
        var changes = ChangeSet()
        changes.movedRows = [RowMove(row: id, from: touch.path, to: place.path)]
        let step = InverseStep.moveRow(
            id, to: touch.neighbours, placed: Reversal(made: number, was: placed))
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
