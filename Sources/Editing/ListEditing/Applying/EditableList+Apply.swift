import TextBytes

/// Applying an edit: the actions one by one on the contents, then the commit, or the rollback.
extension EditableList {
    /// Applies an edit: all its actions in order, or none.
    ///
    /// An edit that changes something increases the revision by one and appends its set to the
    /// history.
    ///
    /// - Returns: the net effect, its inverse, and the places that were clamped. If nothing
    ///   changed, the set is empty and the revision stays as it is.
    /// - Throws: a `Rejection` with the number of the action and the reason.
    /// - Complexity: O(k log n) for the k rows and fields named; O(s) more for each action on one
    ///   of s sections. The rows of deleted sections cost O(1) each once the edit succeeds. A place
    ///   by index at a stale `base` adds the sizes of the sets since `base`, once. If earlier
    ///   actions of the edit shift places, it adds O(n) and the cost of rolling these sets back,
    ///   once.
    public mutating func apply(_ edit: Edit, _ context: EditContext) throws(Rejection) -> Applied {
        var transaction = begin(
            base: edit.base, actions: edit.actions, limits: context.limits, author: context.author,
            at: context.at)
        noteBefore(edit.actions, &transaction)
        do {
            for (number, action) in edit.actions.enumerated() {
                transaction.advance(to: number)
                try perform(action, &transaction)
            }
            return try commit(&transaction)
        } catch {
            contents.rollBack(transaction.log)
            throw error
        }
    }

    /// Records the rows and the section order that the actions name, as they are before the edit.
    private func noteBefore(_ actions: [Action], _ transaction: inout Transaction) {
        for action in actions {
            switch action {
            case .updateRow(let row, _, _, _), .moveRow(let row, _):
                noteRow(row, &transaction)
            case .deleteRows(let rows), .moveRows(let rows, _):
                for row in rows { noteRow(row, &transaction) }
            case .insertSection, .deleteSections, .moveSection:
                transaction.sectionsBefore = transaction.sectionsBefore ?? contents.sectionIDs
            case .insertRow, .updateSection, .updateList: break
            }
        }
    }

    /// Records a row as it is before the edit, with its neighbours.
    func noteRow(_ id: RowID, _ transaction: inout Transaction) {
        guard transaction.rowsBefore[id] == nil, let position = contents.forest.position(of: id)
        else { return }
        let (slot, row) = contents.forest.rank(of: position)
        let rows = contents.forest.nodes[position.leaf].rows
        let offset = position.offset
        let previous: RowID? =
            if offset > 0 {
                rows[offset - 1].id
            } else {
                row > 0 ? contents[slot: slot, row: row - 1].id : nil
            }
        let isLast = row + 1 == contents.count(slot: slot)
        let next: RowID? =
            if offset + 1 < rows.count {
                rows[offset + 1].id
            } else {
                isLast ? nil : contents[slot: slot, row: row + 1].id
            }
        transaction.rowsBefore[id] = RowSnapshot(
            rows[offset].row, section: contents[slot: slot].id,
            path: IndexPath(section: contents.index(ofSlot: slot), row: row),
            rankInBand: row - contents.start(of: Band(rows[offset].row.rules.pinned), slot: slot),
            previous: previous, next: next)
    }

    /// Performs one action.
    ///
    /// - Throws: a `Rejection`; the transaction's log then holds the part that was performed, for
    ///   the caller to roll back.
    mutating func perform(_ action: Action, _ transaction: inout Transaction) throws(Rejection) {
        switch action {
        case .insertRow(let row, let fields, let rules, let target):
            guard let row else { throw transaction.reject(.badAction, "row: an id is needed") }
            try insertRow(
                Row(id: row, fields: fields, rules: rules), to: target, &transaction)
        case .updateRow(let row, let fields, let rules, let ifRevision):
            try updateRow(row, fields, rules, ifRevision: ifRevision, &transaction)
        case .deleteRows(let rows):
            try deleteRows(rows, &transaction)
        case .moveRow(let row, let target):
            let moving = MovingRows([row], in: contents)
            if moving.rows.isEmpty {
                throw transaction.reject(.unknownRow, "row \(row.text) is not in the list")
            }
            try move(moving, isGroup: false, to: target, &transaction)
        case .moveRows(let rows, let target):
            try move(MovingRows(rows, in: contents), isGroup: true, to: target, &transaction)
        case .insertSection(let section, let title, let rules, let target):
            guard let section else {
                throw transaction.reject(.badAction, "section: an id is needed")
            }
            try insertSection(section, title, rules ?? Rules(), to: target, &transaction)
        case .updateSection(let section, let title, let rules):
            try updateSection(section, title, rules, &transaction)
        case .deleteSections(let sections):
            try deleteSections(sections, &transaction)
        case .moveSection(let section, let target):
            try moveSection(section, to: target, &transaction)
        case .updateList(let title, let rules):
            try check(title: title ?? "", rules, of: "the list", transaction)
            let title = title ?? contents.title
            let rules = rules ?? contents.rules
            if !title.isSame(as: contents.title) || rules != contents.rules {
                transaction.log.append(contents.updateList(title: title, rules: rules))
            }
        }
    }

    /// Throws `tooLarge` if a title is longer than its limit.
    func check(title: String, _ rules: Rules?, of owner: String, _ transaction: Transaction)
        throws(Rejection)
    {
        let most = transaction.limits.titleBytes
        if title.utf8.count > most {
            throw transaction.reject(.tooLarge, "title of \(owner) is over \(most) bytes")
        }
        if let button = rules?.deleteTitle, button.utf8.count > most {
            throw transaction.reject(.tooLarge, "deleteTitle of \(owner) is over \(most) bytes")
        }
    }
}

/// The primitive changes, each logged in the transaction.
extension EditableList {
    /// Inserts a row, new or moved, at a place that is allowed.
    mutating func insertRecord(
        _ record: consuming RowRecord, slot: Int, row: Int, _ transaction: inout Transaction
    ) {
        noteCount(slot: slot, contents.count(slot: slot), &transaction)
        transaction.log.append(contents.insert(record, slot: slot, row: row))
    }

    /// Removes a row, to delete or to move it; nil if it is not in the list.
    mutating func removeRecord(_ row: RowID, _ transaction: inout Transaction) -> RowRecord? {
        guard let (record, slot, place) = contents.remove(row) else { return nil }
        noteCount(slot: slot, contents.count(slot: slot) + 1, &transaction)
        transaction.log.append(
            .removedRow(record, section: contents.sectionID(slot: slot), row: place))
        return record
    }

    /// Sets fields of a row in place; logs nothing if all have their values already.
    mutating func setFields(
        _ changes: [FieldChange], at position: RowPosition, slot: Int,
        _ transaction: inout Transaction
    ) {
        if let mutation = contents.setFields(changes, at: position, slot: slot) {
            transaction.log.append(mutation)
        }
    }

    /// Changes a section's title or rules.
    mutating func updateRecord(
        slot: Int, _ transaction: inout Transaction, _ change: (inout SectionRecord) -> Void
    ) {
        let section = contents[slot: slot]
        if transaction.sectionRecords[section.id] == nil {
            transaction.sectionRecords[section.id] = section
        }
        transaction.log.append(contents.update(slot: slot, change))
    }

    /// Records the row count of a section before the first change of its rows, for the count rule.
    private func noteCount(slot: Int, _ count: Int, _ transaction: inout Transaction) {
        let id = contents.sectionID(slot: slot)
        if !transaction.countsBefore.contains(id) { transaction.countsBefore[id] = count }
    }

    /// Removes a section with its rows, whose tree stays in the index until the edit commits.
    mutating func removeSection(slot: Int, _ transaction: inout Transaction) {
        noteCount(slot: slot, contents.count(slot: slot), &transaction)
        let section = contents[slot: slot]
        if transaction.sectionRecords[section.id] == nil {
            transaction.sectionRecords[section.id] = section
        }
        transaction.log.append(contents.removeSection(slot: slot))
    }
}
