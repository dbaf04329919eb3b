/// The commit of an edit that updated, inserted, deleted or moved a single row, as most edits do.
///
/// The log alone determines its net effect, so nothing has to be compared or sorted. The result
/// equals that of `commit(_:)`.
extension EditableList {
    /// Commits such an edit; nil: the edit did more than that, or has no effect.
    mutating func commitSingle(_ transaction: inout Transaction) -> Applied? {
        guard transaction.sectionsBefore == nil, transaction.restored.isEmpty else { return nil }
        switch transaction.log.count {
        case 1:
            switch transaction.log[0] {
            case .replacedFields(let id, let old):
                return commitFields(old, of: id, &transaction)
            case .replacedRules(let id, let old): return commitRules(old, of: id, transaction)
            case .insertedRow(let id, let section, _):
                return commitInsertion(of: id, section, &transaction)
            case .removedRow(let record, let section, _):
                return commitRemoval(of: record.row, section, &transaction)
            default: return nil
            }
        case 2:
            guard let old = transaction.log[0].removal,
                case .insertedRow(let id, let to, _) = transaction.log[1], id == old.id
            else { return nil }
            return commitMove(of: id, old.pin, old.placed, old.section, to, &transaction)
        default: return nil
        }
    }

    private mutating func commitFields(
        _ old: [FieldChange], of id: RowID, _ transaction: inout Transaction
    ) -> Applied? {
        guard let snapshot = transaction.rowsBefore[id], let slot = contents.slot(at: snapshot.path)
        else { return nil }
        let position = contents.forest.position(slot: slot, row: snapshot.path.row)
        let before = old.count == 1 ? old : old.oldestOfEach()
        var fields: [FieldChange] = []
        var reversals: [FieldInverse] = []
        fields.reserveCapacity(before.count)
        reversals.reserveCapacity(before.count)
        for field in before {
            let value = contents.forest[position].row.fields[field.name]
            if value == field.value { continue }
            fields.append(FieldChange(name: field.name, value: value))
            let mark = contents.forest[position].row.authorship
                .mark(of: field.name, isThere: field.value != nil)
            reversals.append(
                FieldInverse(
                    name: field.name, value: field.value,
                    mark: ValueChange(new: revision + 1, old: mark)))
        }
        guard !fields.isEmpty else { return nil }
        let previous = contents.noteChanged(
            fields, at: position, in: revision + 1, by: transaction.author, at: transaction.at,
            restored: [])
        transaction.previousAuthorships.append((id, previous))
        var changes = ChangeSet()
        changes.updatedRows = [
            RowUpdate(row: id, at: snapshot.path, fields: fields, rules: RowRulesChange())
        ]
        return finish(changes, .updateRow(id, fields: reversals, rules: nil), transaction)
    }

    private mutating func commitRules(
        _ old: RowRules, of id: RowID, _ transaction: Transaction
    ) -> Applied? {
        // A row that gets another band is laid anew.
        guard let snapshot = transaction.rowsBefore[id], let new = contents.record(id)?.row.rules,
            new.pinned == old.pinned
        else { return nil }
        var changes = ChangeSet()
        changes.updatedRows = [
            RowUpdate(
                row: id, at: snapshot.path, fields: [], rules: RowRulesChange(from: old, to: new))
        ]
        let step = InverseStep.updateRow(id, fields: [], rules: ValueChange(new: new, old: old))
        return finish(changes, step, transaction)
    }

    private mutating func commitInsertion(
        of id: RowID, _ section: SectionID, _ transaction: inout Transaction
    ) -> Applied? {
        guard let place = place(of: id),
            obeysCountRule(transaction, place.slot, inserted: section, removed: nil)
        else { return nil }
        let number = revision + 1
        contents.noteInserted(
            at: place.position, in: number, by: transaction.author, at: transaction.at,
            restored: nil)
        let row = contents.forest[place.position].row
        var changes = ChangeSet()
        changes.insertedRows = [
            RowInsertion(row: id, at: place.path, fields: row.fields, rules: row.rules)
        ]
        renewPlaceMarks(of: id, from: nil, to: place.path, &transaction)
        return finish(changes, .deleteRow(id, rules: row.rules), transaction)
    }

    private mutating func commitRemoval(
        of row: Row, _ section: SectionID, _ transaction: inout Transaction
    ) -> Applied? {
        guard let snapshot = transaction.rowsBefore[row.id],
            let slot = contents.slot(at: snapshot.path),
            obeysCountRule(transaction, slot, inserted: nil, removed: section)
        else { return nil }
        var changes = ChangeSet()
        changes.deletedRows = [RowDeletion(row: row.id, at: snapshot.path)]
        let step = InverseStep.restoreRow(
            row, at: snapshot.neighbours, insertable: contents.isInsertable(slot: slot))
        renewPlaceMarks(of: row.id, from: snapshot, to: nil, &transaction)
        return finish(changes, step, transaction)
    }

    private mutating func commitMove(
        of id: RowID, _ pin: Pin?, _ placed: Int, _ from: SectionID, _ to: SectionID,
        _ transaction: inout Transaction
    ) -> Applied? {
        guard let snapshot = transaction.rowsBefore[id], let place = place(of: id),
            place.path != snapshot.path,
            obeysCountRule(transaction, place.slot, inserted: to, removed: from)
        else { return nil }
        // If the pin has changed, so have the rules.
        guard contents.forest[place.position].row.rules.pinned == pin else { return nil }
        let number = revision + 1
        contents.notePlaced(at: place.position, in: number, as: nil)
        var changes = ChangeSet()
        changes.movedRows = [RowMove(row: id, from: snapshot.path, to: place.path)]
        let step = InverseStep.moveRow(
            id, to: snapshot.neighbours, placed: ValueChange(new: number, old: placed))
        renewPlaceMarks(of: id, from: snapshot, to: place.path, &transaction)
        return finish(changes, step, transaction)
    }

    private mutating func finish(
        _ changes: ChangeSet, _ step: InverseStep, _ transaction: Transaction
    ) -> Applied {
        let inverse = Inverse(steps: [step])
        append(changes, inverse, transaction)
        return Applied(changes: changes, inverse: inverse, clamps: transaction.clamps)
    }

    private func place(of row: RowID) -> (position: RowPosition, slot: Int, path: IndexPath)? {
        guard let position = contents.forest.position(of: row) else { return nil }
        let rank = contents.forest.rank(of: position)
        let path = IndexPath(section: contents.index(ofSlot: rank.slot), row: rank.row)
        return (position, rank.slot, path)
    }

    /// Checks the count rule (`CountRule`) for one row that was inserted, removed, or both.
    ///
    /// - Parameters:
    ///   - slot: the slot of the section `inserted`, or else of `removed`.
    ///   - inserted: the section that the row was inserted into.
    ///   - removed: the section that the row was removed from.
    private func obeysCountRule(
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
