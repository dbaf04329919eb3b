import TextBytes

/// Undo and redo: each step of an inverse, done only as far as no other client has changed the
/// same thing since (<doc:UndoAndRedo>).
///
/// A field is restored if its mark is still the revision of the undone set, a place likewise; a row
/// that is deleted stays deleted, a section that holds rows stays. Inserted rows are deleted, whatever
/// was done to them since. What others have changed is left out for good; what rules forbid, or what
/// belongs into a section that is gone, is left out for now. Rules and titles come first, then what is
/// taken out, then what comes back, in the order of its marks. The result is committed as a set of its
/// own, whose inverse is the redo.
extension EditableList {
    /// Applies an inverse as far as the list, its rules and `context` now allow: undo and redo.
    ///
    /// - Parameters:
    ///   - inverse: the inverse of the set to be undone.
    ///   - revision: the revision of that set.
    ///   - context: who undoes, and within which limits.
    ///   - isUnbound: whether it is the undo or redo of a restored earlier state, which no rule binds.
    /// - Returns: the set that undoes it, whose inverse is the redo, empty for a noop; and the part that
    ///   is left out for now.
    /// - Throws: a `Rejection`, and the list is as before: with the code of the first part left out where
    ///   that is all that is left (`editDisabled`, `deleteDisabled`, `moveDisabled`, `insertDisabled`,
    ///   `forbidden`, `unknownSection`), or a limit (`listFull`, `sectionFull`, `tooLarge`).
    /// - Complexity: O(k log n) for the k rows named; O(s) more if sections are inserted, deleted
    ///   or moved.
    public mutating func applyInverse(
        _ inverse: Inverse, of revision: Int, _ context: EditContext, isUnbound: Bool = false
    ) throws(Rejection) -> Undone {
        var transaction = begin(
            base: nil, actions: [], limits: context.limits, author: context.author,
            at: context.at)
        var undo = UndoState(
            of: revision, context, isUnbound: isUnbound, rowsBefore: contents.rowCount)
        do throws(Rejection) {
            for step in inverse.steps { noteBefore(step, &undo, &transaction) }
            for (number, step) in inverse.steps.enumerated() {
                restoreRules(step, number, &undo, &transaction)
            }
            restoreSections(inverse.steps, &undo, &transaction)
            for (number, step) in inverse.steps.enumerated() {
                try restoreFields(step, number, undo: &undo, &transaction)
            }
            restorePlaces(inverse.steps, &undo, &transaction)
            deleteSections(inverse.steps, &undo, &transaction)
            try checkLimits(undo, transaction)
            let applied = try commit(&transaction)
            if applied.changes.isEmpty, let why = undo.firstLeftOut { throw why }
            return Undone(applied: applied, rest: undo.rest)
        } catch {
            contents.rollBack(transaction.log)
            throw error
        }
    }

    /// Records the state before the undo of what a step names, and the permissions of its row.
    private func noteBefore(
        _ step: InverseStep, _ undo: inout UndoState, _ transaction: inout Transaction
    ) {
        switch step {
        case .updateRow(let row, _, let rules?):
            noteRow(row, &transaction)
            // Rules that have not changed since come from the undone set: they forbid nothing here.
            if undo.mayGiveRules, contents.record(row)?.row.rules == rules.new {
                undo.permissionsBefore[row] = contents.permissions(of: row, under: RowRules())
            }
        case .deleteRow(let row, _), .updateRow(let row, _, nil):
            noteRow(row, &transaction)
            undo.permissionsBefore[row] =
                undo.permissionsBefore[row] ?? contents.permissions(of: row)
        case .moveRow(let row, let place, _):
            noteRow(row, &transaction)
            undo.permissionsBefore[row] =
                undo.permissionsBefore[row] ?? contents.permissions(of: row)
            noteSection(place.section, &undo)
        case .restoreRow(_, let place, _): noteSection(place.section, &undo)
        case .restoreSection, .moveSection:
            transaction.sectionsBefore = transaction.sectionsBefore ?? contents.sectionIDs
        case .deleteSection(let section, let rules):
            transaction.sectionsBefore = transaction.sectionsBefore ?? contents.sectionIDs
            if undo.mayGiveRules { undo.broughtRules[section] = rules }
        case .updateSection, .updateList: break
        }
    }

    private func noteSection(_ section: SectionID, _ undo: inout UndoState) {
        guard let slot = contents.slot(of: section) else { return }
        if contents.isReorderable(slot: slot) { undo.reorderableBefore.insert(section) }
        if contents.isInsertable(slot: slot) { undo.insertableBefore.insert(section) }
    }

    // MARK: Titles, rules and fields

    /// Restores titles and rules of the list, sections and rows; a band that a row goes back to is for
    /// later.
    private mutating func restoreRules(
        _ step: InverseStep, _ number: Int, _ undo: inout UndoState,
        _ transaction: inout Transaction
    ) {
        switch step {
        case .updateSection(let id, let title, let rules):
            guard let slot = contents.slot(of: id) else { return }
            let section = contents[slot: slot]
            let newTitle = title?.reverting(section.title) ?? section.title
            var newRules = rules?.reverting(section.rules) ?? section.rules
            if newRules != section.rules, !undo.mayGiveRules {
                newRules = section.rules
                undo.leaveOutRules(.updateSection(id, title: nil, rules: rules), number)
            }
            if !newTitle.isSame(as: section.title) || newRules != section.rules {
                updateRecord(slot: slot, &transaction) {
                    $0.title = newTitle
                    $0.rules = newRules
                }
            }
        case .updateList(let title, let rules):
            let newTitle = title?.reverting(contents.title) ?? contents.title
            var newRules = rules?.reverting(contents.rules) ?? contents.rules
            if newRules != contents.rules, !undo.mayGiveRules {
                newRules = contents.rules
                undo.leaveOutRules(.updateList(title: nil, rules: rules), number)
            }
            if !newTitle.isSame(as: contents.title) || newRules != contents.rules {
                transaction.log.append(contents.updateList(title: newTitle, rules: newRules))
            }
        case .updateRow(let id, _, let rules?):
            guard let position = contents.forest.position(of: id) else { return }
            let old = contents.forest[position].row.rules
            var new = old
            new.revert(rules)
            guard new != old else { return }
            guard undo.mayGiveRules else {
                if new.pinned != old.pinned { undo.keptPins.insert(id) }
                return undo.leaveOutRules(.updateRow(id, fields: [], rules: rules), number)
            }
            if new.pinned != old.pinned { undo.pins.append((id, new.pinned)) }
            // The band comes with the place.
            new.pinned = old.pinned
            guard new != old else { return }
            let slot = contents.forest.slot(of: position)
            transaction.log.append(contents.setRules(new, at: position, slot: slot))
        default: break
        }
    }

    /// Restores the fields whose mark is still that of the set.
    ///
    /// - Throws: `tooLarge` where they would be over the limit with what others have set since.
    private mutating func restoreFields(
        _ step: InverseStep, _ number: Int, undo: inout UndoState,
        _ transaction: inout Transaction
    ) throws(Rejection) {
        guard case .updateRow(let id, let fields, _) = step, !fields.isEmpty,
            let position = contents.forest.position(of: id)
        else { return }
        let slot = contents.forest.slot(of: position)
        let own = fields.filter { field in
            let isThere = contents.forest[position].row.fields[field.name] != nil
            return field.mark.new
                == contents.forest[position].row.authorship.mark(of: field.name, isThere: isThere)
        }
        guard !own.isEmpty else { return }
        guard
            undo.isUnbound
                || contents.permissions(of: id, orAsIn: undo.permissionsBefore)?.isEditable == true
        else {
            let why = Rejection(
                .editDisabled, action: nil, message: "row \(id.text) cannot be edited")
            return undo.leaveOut(.updateRow(id, fields: own, rules: nil), number, why)
        }
        var restored =
            transaction.restored[id] ?? RestoredMarks(row: id, placed: nil, fields: [])
        for field in own {
            restored.fields.set(FieldMark(name: field.name, revision: field.mark.old))
        }
        transaction.restored[id] = restored
        let before = contents.forest[position].row.fields.byteCount
        let changes = own.map { FieldChange(name: $0.name, value: $0.value) }
        setFields(changes, at: position, slot: slot, &transaction)
        let bytes = contents.forest[position].row.fields.byteCount
        let most = transaction.limits.fieldsBytes
        if bytes > most, bytes > before {
            throw Rejection(
                .tooLarge, action: nil,
                message: "the fields of row \(id.text) would be over \(most) bytes")
        }
    }

    /// - Throws: `listFull`, `sectionFull` or `tooLarge`, where more is there than there may be, and more
    ///   than before.
    private func checkLimits(
        _ undo: UndoState, _ transaction: Transaction
    ) throws(Rejection) {
        let own = undo.isUnbound ? Int.max : contents.rules.maxRows ?? Int.max
        let most = min(transaction.limits.rows, own)
        if contents.rowCount > most, contents.rowCount > undo.rowsBefore {
            throw Rejection(
                .listFull, action: nil,
                message: "what comes back does not fit: the list holds at most \(most) rows")
        }
        let sections = transaction.limits.sections
        if let before = transaction.sectionsBefore, contents.order.count > sections,
            contents.order.count > before.count
        {
            throw Rejection(
                .tooLarge, action: nil,
                message: "what comes back does not fit: the list holds at most \(sections) sections"
            )
        }
        guard !undo.isUnbound else { return }
        for (id, before) in transaction.countsBefore.entries where !undo.isBack(id) {
            guard let slot = contents.slot(of: id), let most = contents[slot: slot].rules.maxRows,
                contents.count(slot: slot) > max(most, before)
            else { continue }
            throw Rejection(
                .sectionFull, action: nil,
                message:
                    "what comes back does not fit: section \(id.text) holds at most \(most) rows")
        }
    }
}
