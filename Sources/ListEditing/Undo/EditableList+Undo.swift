import TextBytes

/// Undo and redo: each step of an inverse, done only as far as no other client has changed the
/// same thing since (<doc:UndoAndRedo>).
///
/// A field is restored if its mark is still the revision of the undone set, a place likewise; a row
/// that is deleted stays deleted, a section that holds rows stays. Inserted rows are deleted, and moved
/// sections go back, whatever was done to them since. A step that is left out does not
/// stop the others. The result is committed as a set of its own, whose inverse is the redo.
extension EditableList {
    /// Applies an inverse as far as the list, its rules and `context` now allow: undo and redo.
    ///
    /// Leaves out what other edits have changed since: fields and places whose mark is not the one
    /// that the set left, rows that are deleted, sections that hold rows. Leaves out what the rules
    /// forbid now. Never throws.
    ///
    /// - Parameters:
    ///   - inverse: the inverse of the set to be undone.
    ///   - revision: the revision of that set.
    ///   - context: who undoes, and within which limits.
    /// - Returns: the set that undoes it, whose inverse is the redo; empty for a noop.
    /// - Complexity: O(k log n) for the k rows named; O(s) more if sections are inserted, deleted
    ///   or moved.
    public mutating func applyInverse(
        _ inverse: Inverse, of revision: Int, _ context: EditContext
    ) -> Applied {
        var transaction = begin(
            base: nil, actions: [], limits: context.limits, author: context.author,
            at: context.at)
        for step in inverse.steps { noteBefore(step, context, &transaction) }
        // A step that a rule or a full section forbids may be allowed once the others are done.
        let refused = inverse.steps.filter { !undo($0, of: revision, context, &transaction) }
        for step in refused { _ = undo(step, of: revision, context, &transaction) }
        do {
            return try commit(&transaction)
        } catch {
            contents.rollBack(transaction.log)
            return Applied(changes: ChangeSet(), inverse: Inverse(), clamps: [])
        }
    }

    /// Records the state before the undo of what a step names, and the permissions of its row.
    private func noteBefore(
        _ step: InverseStep, _ context: EditContext, _ transaction: inout Transaction
    ) {
        switch step {
        case .updateRow(let row, _, let rules?):
            noteRow(row, &transaction)
            // Rules that have not changed since come from the undone set: they forbid nothing here.
            if context.mayGiveRules, contents.record(row)?.row.rules == rules.new {
                transaction.permissionsBefore[row] = contents.permissions(
                    of: row, under: RowRules())
            }
        case .deleteRow(let row), .updateRow(let row, _, nil), .moveRow(let row, _, _):
            noteRow(row, &transaction)
            transaction.permissionsBefore[row] =
                transaction.permissionsBefore[row] ?? contents.permissions(of: row)
        case .restoreSection, .moveSection, .deleteSection:
            transaction.sectionsBefore = transaction.sectionsBefore ?? contents.sectionIDs
        case .restoreRow, .updateSection, .updateList: break
        }
    }

    /// Performs one step; returns false if a part of it was left out.
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
            guard
                contents.permissions(of: row, orAsIn: transaction.permissionsBefore)?.isDeletable
                    == true
            else { return false }
            delete(row, &transaction)
            return true
        case .updateRow(let row, let fields, let rules):
            return restoreFields(row, fields, context.mayGiveRules ? rules : nil, &transaction)
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
            let newTitle = title?.reverting(section.title) ?? section.title
            let newRules =
                (context.mayGiveRules ? rules : nil)?.reverting(section.rules) ?? section.rules
            if !newTitle.isSame(as: section.title) || newRules != section.rules {
                updateRecord(slot: slot, &transaction) {
                    $0.title = newTitle
                    $0.rules = newRules
                }
            }
            return true
        case .updateList(let title, let rules):
            let newTitle = title?.reverting(contents.title) ?? contents.title
            let newRules =
                (context.mayGiveRules ? rules : nil)?.reverting(contents.rules) ?? contents.rules
            if !newTitle.isSame(as: contents.title) || newRules != contents.rules {
                transaction.log.append(contents.updateList(title: newTitle, rules: newRules))
            }
            return true
        }
    }
}

/// The steps on rows.
extension EditableList {
    /// Restores the fields whose mark is still that of the set, and the rules that are still its
    /// own; returns false if the row is deleted or cannot be edited.
    private mutating func restoreFields(
        _ id: RowID, _ fields: [FieldInverse], _ rules: ValueChange<RowRules>?,
        _ transaction: inout Transaction
    ) -> Bool {
        guard let position = contents.forest.position(of: id) else { return false }
        let slot = contents.forest.slot(of: position)
        let old = contents.forest[position].row.rules
        var isComplete = true
        if contents.isEditable(old, slot: slot) {
            var changes: [FieldChange] = []
            for field in fields {
                let isThere = contents.forest[position].row.fields[field.name] != nil
                let mark = contents.forest[position].row.authorship
                    .mark(of: field.name, isThere: isThere)
                guard mark == field.mark.new else { continue }
                changes.append(FieldChange(name: field.name, value: field.value))
                transaction.restored[
                    id, default: RestoredMarks(row: id, placed: nil, fields: [])
                ].fields.set(FieldMark(name: field.name, revision: field.mark.old))
            }
            if let mutation = contents.setFields(changes, at: position, slot: slot) {
                if contents.forest[position].row.fields.byteCount > transaction.limits.fieldsBytes {
                    contents.rollBack([mutation])
                } else {
                    transaction.log.append(mutation)
                }
            }
        } else if !fields.isEmpty {
            isComplete = false
        }
        if let rules {
            var new = old
            new.revert(rules)
            if new != old { setRules(new, of: id, at: position, slot: slot, &transaction) }
        }
        return isComplete
    }

    /// Moves a row back unless it was moved again; returns false if it stays.
    private mutating func moveBack(
        _ id: RowID, to place: RowNeighbours, _ placed: ValueChange<Int>, of revision: Int,
        _ transaction: inout Transaction
    ) -> Bool {
        guard let rank = contents.rank(id), let slot = contents.slot(of: place.section) else {
            return false
        }
        let pin = contents[slot: rank.slot, row: rank.row].row.rules.pinned
        guard contents[slot: rank.slot, row: rank.row].row.authorship.placed == placed.new,
            let permissions = contents.permissions(of: id, orAsIn: transaction.permissionsBefore),
            permissions.isMovable
        else { return false }
        if slot != rank.slot {
            let most = contents[slot: slot].rules.maxRows ?? Int.max
            let isOpen =
                contents.isReorderable(slot: slot)
                || transaction.restoredSections.contains(place.section)
            guard permissions.mayLeaveSection, isOpen, contents.count(slot: slot) < most
            else { return false }
        }
        let moving = MovingRows([id], in: contents)
        let row = row(of: place, slot: slot, moving: moving, of: revision)
        let clamped = contents.clamp(
            ProposedPlace(slot: slot, row: row), pin: pin, home: nil, isBound: false,
            moving: moving)
        if slot != rank.slot || clamped.place.row != rank.row,
            let record = removeRecord(id, &transaction)
        {
            insertRecord(record, slot: slot, row: clamped.place.row, &transaction)
        }
        transaction.restored[id, default: RestoredMarks(row: id, placed: nil, fields: [])].placed =
            placed.old
        return true
    }

    /// Inserts a row that the set deleted; returns false if its section is deleted or full, or the
    /// rules or limits forbid it.
    private mutating func restore(
        _ row: Row, at place: RowNeighbours, _ insertable: Bool, of revision: Int,
        _ transaction: inout Transaction
    ) -> Bool {
        guard !contents.contains(row.id), let slot = contents.slot(of: place.section),
            contents.isInsertable(slot: slot) || !insertable,
            contents.count(slot: slot) < contents[slot: slot].rules.maxRows ?? Int.max,
            hasRoom(transaction)
        else { return false }
        let moving = MovingRows()
        let index = self.row(of: place, slot: slot, moving: moving, of: revision)
        let clamped = contents.clamp(
            ProposedPlace(slot: slot, row: index), pin: row.rules.pinned, home: nil,
            isBound: false, moving: moving)
        restoreRow(row, slot: slot, row: clamped.place.row, &transaction)
        return true
    }

    /// Whether the list may hold one more row.
    private func hasRoom(_ transaction: Transaction) -> Bool {
        contents.rowCount < min(transaction.limits.rows, contents.rules.maxRows ?? Int.max)
    }

    /// Inserts a row with its old marks.
    private mutating func restoreRow(
        _ row: Row, slot: Int, row index: Int, _ transaction: inout Transaction
    ) {
        transaction.restored[row.id] = RestoredMarks(
            row: row.id, placed: row.authorship.placed,
            fields: row.authorship.allMarks(of: row.fields))
        insertRecord(RowRecord(row), slot: slot, row: index, &transaction)
    }

    /// The index, counted without the moving rows, of a place given by neighbours: next to a
    /// neighbour that was not placed since the set if there is one, else next to one that is still
    /// in the section.
    private func row(
        of place: RowNeighbours, slot: Int, moving: MovingRows, of revision: Int
    ) -> Int {
        func find(_ id: RowID?) -> (row: Int, isUnmoved: Bool)? {
            guard let id, !moving.contains(id), let rank = contents.rank(id), rank.slot == slot
            else { return nil }
            let placed = contents[slot: slot, row: rank.row].row.authorship.placed
            return (moving.without(slot: slot, row: rank.row), placed <= revision)
        }
        let after = find(place.after)
        if let after, after.isUnmoved { return after.row + 1 }
        let before = find(place.before)
        if let before, before.isUnmoved { return before.row }
        if let after { return after.row + 1 }
        if let before { return before.row }
        return place.after == nil ? 0 : contents.count(slot: slot) - moving.count(slot: slot)
    }
}

/// The steps that place sections.
extension EditableList {
    /// Inserts a section that the set deleted, with its rows; returns false if the list holds as
    /// many sections as it may.
    private mutating func restore(
        _ state: SectionState, at place: SectionNeighbours, _ transaction: inout Transaction
    ) -> Bool {
        guard contents.slot(of: state.id) == nil,
            contents.order.count < transaction.limits.sections
        else { return false }
        let index = index(of: place, moving: nil)
        let record = SectionRecord(id: state.id, title: state.title, rules: state.rules)
        transaction.log.append(contents.insert(record, at: index))
        transaction.restoredSections.insert(state.id)
        guard let slot = contents.slot(of: state.id) else { return false }
        for row in state.rows where !contents.contains(row.id) && hasRoom(transaction) {
            restoreRow(row, slot: slot, row: contents.count(slot: slot), &transaction)
        }
        return true
    }

    /// Moves a section back; returns false if it is deleted.
    private mutating func moveBack(
        _ id: SectionID, to place: SectionNeighbours, _ transaction: inout Transaction
    ) -> Bool {
        guard let slot = contents.slot(of: id) else { return false }
        let index = index(of: place, moving: id)
        if index != contents.index(ofSlot: slot) {
            transaction.log.append(contents.moveSection(slot: slot, to: index))
        }
        return true
    }

    /// The index, counted without the moving section, of a place given by neighbours.
    private func index(of place: SectionNeighbours, moving: SectionID?) -> Int {
        let order = contents.sectionIDs.filter { $0 != moving }
        if let after = place.after, let index = order.firstIndex(of: after) { return index + 1 }
        if let before = place.before, let index = order.firstIndex(of: before) { return index }
        return place.after == nil ? 0 : order.count
    }
}

extension ValueChange {
    /// The value to restore: the old one if `value` is still the new one, else `value` itself.
    func reverting(_ value: Value) -> Value { value == new ? old : value }
}

extension RowRules {
    /// Restores each rule that still has the value that the set gave it.
    mutating func revert(_ rules: ValueChange<RowRules>) {
        if editable == rules.new.editable { editable = rules.old.editable }
        if deletable == rules.new.deletable { deletable = rules.old.deletable }
        if movable == rules.new.movable { movable = rules.old.movable }
        if pinned == rules.new.pinned { pinned = rules.old.pinned }
    }
}

/// What the rules allow for a row.
///
/// An undo may restore rules as well as rows, so the rules at one moment do not tell whether
/// another edit forbids a step. A step is done if the rules allow it before the undo, or after the
/// steps that it has done so far.
struct RowPermissions {
    var isMovable: Bool
    var isDeletable: Bool
    /// Whether the row is neither pinned nor bound by the list's `moveScope`.
    var mayLeaveSection: Bool
}

extension Contents {
    /// The permissions of a row now; nil if it is not in the list.
    ///
    /// - Parameter rowRules: rules to use instead of the row's own; nil: the row's own.
    func permissions(of id: RowID, under rowRules: RowRules? = nil) -> RowPermissions? {
        guard let rank = rank(id) else { return nil }
        let row = rowRules ?? self[slot: rank.slot, row: rank.row].row.rules
        return RowPermissions(
            isMovable: isMovable(row, slot: rank.slot),
            isDeletable: isDeletable(row, slot: rank.slot),
            mayLeaveSection: rules.moveScope != .section && row.pinned == nil)
    }

    /// The permissions of a row now, extended by those it had before.
    func permissions(of id: RowID, orAsIn before: [RowID: RowPermissions]) -> RowPermissions? {
        guard let now = permissions(of: id) else { return nil }
        guard let then = before[id] else { return now }
        return RowPermissions(
            isMovable: now.isMovable || then.isMovable,
            isDeletable: now.isDeletable || then.isDeletable,
            mayLeaveSection: now.mayLeaveSection || then.mayLeaveSection)
    }
}
