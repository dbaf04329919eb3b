extension EditableList {
    /// Undo and redo: applies an inverse as far as today's list, rules and `context` allow.
    ///
    /// What others have changed since stays (protocol.md, "Undo and redo"): fields and places whose
    /// mark is not the one that the set left, rows that are gone, sections that hold rows. What
    /// today's rules forbid is left out too.
    ///
    /// - Parameters:
    ///   - inverse: the inverse of the set to be taken back.
    ///   - revision: the revision of that set.
    ///   - context: who undoes, and within which limits.
    /// - Returns: the set that takes it back, whose inverse is the redo; empty for a noop.
    /// - Complexity: O(k log n) for the k rows named; O(s) more where sections come, go or move.
    public mutating func applyInverse(
        _ inverse: Inverse, of revision: Int, _ context: EditContext
    ) -> Applied {
        newest = nil
        var transaction = Transaction(
            base: self.revision, actions: [], limits: context.limits, client: context.client)
        for step in inverse.steps { scan(step, context, &transaction) }
        // What a rule or a full section forbade may be allowed once other steps are done.
        let left = inverse.steps.filter { !undo($0, of: revision, context, &transaction) }
        for step in left { _ = undo(step, of: revision, context, &transaction) }
        do {
            return try commit(&transaction)
        } catch {
            contents.rollBack(transaction.log)
            return Applied(changes: ChangeSet(), inverse: Inverse(), clamps: [])
        }
    }

    private func scan(
        _ step: InverseStep, _ context: EditContext, _ transaction: inout Transaction
    ) {
        switch step {
        case .updateRow(let row, _, let rules?):
            touch(row, &transaction)
            // Rules that nobody has changed since are the undone set's own, and bind nothing here.
            if context.mayGiveRules, contents.record(row)?.row.rules == rules.made {
                transaction.freedoms[row] = contents.freedom(of: row, under: RowRules())
            }
        case .deleteRow(let row), .updateRow(let row, _, nil), .moveRow(let row, _, _):
            touch(row, &transaction)
            transaction.freedoms[row] = transaction.freedoms[row] ?? contents.freedom(of: row)
        case .restoreSection, .moveSection, .deleteSection:
            transaction.sectionsBefore = transaction.sectionsBefore ?? contents.sectionIDs
        case .restoreRow, .updateSection, .updateList: break
        }
    }

    /// Does one step; false where something of it was left out.
    private mutating func undo(
        _ step: InverseStep, of revision: Int, _ context: EditContext,
        _ transaction: inout Transaction
    ) -> Bool {
        switch step {
        case .restoreSection(let state, let place):
            return restore(state, at: place, &transaction)
        case .moveSection(let id, let place):
            return moveBack(id, to: place, &transaction)
        case .deleteRow(let row):
            guard contents.freedom(of: row, orAsIn: transaction.freedoms)?.isDeletable == true
            else { return false }
            delete(row, &transaction)
            return true
        case .updateRow(let row, let fields, let rules):
            return putBack(row, fields, context.mayGiveRules ? rules : nil, &transaction)
        case .moveRow(let row, let place, let placed):
            return moveBack(row, to: place, placed, of: revision, &transaction)
        case .restoreRow(let row, let place, let insertable):
            return restore(row, at: place, insertable, of: revision, &transaction)
        case .deleteSection(let id):
            guard let slot = contents.slot(of: id), contents.count(slot: slot) == 0 else {
                return false
            }
            removeSection(slot: slot, &transaction)
            return true
        case .updateSection(let id, let title, let rules):
            guard let slot = contents.slot(of: id) else { return false }
            let section = contents[slot: slot]
            let newTitle = title?.putBack(section.title) ?? section.title
            let newRules =
                (context.mayGiveRules ? rules : nil)?.putBack(section.rules) ?? section.rules
            if !newTitle.isSame(as: section.title) || newRules != section.rules {
                change(slot: slot, &transaction) {
                    $0.title = newTitle
                    $0.rules = newRules
                }
            }
            return true
        case .updateList(let title, let rules):
            let newTitle = title?.putBack(contents.title) ?? contents.title
            let newRules =
                (context.mayGiveRules ? rules : nil)?.putBack(contents.rules) ?? contents.rules
            if !newTitle.isSame(as: contents.title) || newRules != contents.rules {
                transaction.log.append(contents.updateList(title: newTitle, rules: newRules))
            }
            return true
        }
    }
}

extension Reversal {
    /// What becomes of `value`: as it was, unless it is no longer what the set made of it.
    func putBack(_ value: Value) -> Value { value == made ? was : value }
}
