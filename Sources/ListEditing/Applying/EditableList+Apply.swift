extension EditableList {
    /// Applies an edit: all its actions in order, or none.
    ///
    /// On success with changes the revision is one more and the set joins the history.
    ///
    /// - Returns: the net effect, its inverse, and what was clamped. Where nothing changed, the set
    ///   is empty and the revision is as before.
    /// - Throws: a `Rejection` with the number of the action and the reason (protocol.md, "Errors").
    /// - Complexity: O(k log n) for the k rows and fields named; O(s) more for each action on one of s
    ///   sections. The rows of deleted sections count only once the edit succeeds. A place by index at
    ///   a stale `base` adds the sizes of the sets since `base`, once; one in a later action of an edit
    ///   whose earlier actions shift places, O(n) once, and that of taking these sets back.
    public mutating func apply(_ edit: Edit, _ context: EditContext) throws(Rejection) -> Applied {
        newest = nil
        var transaction = Transaction(
            base: edit.base ?? revision, actions: edit.actions, limits: context.limits,
            client: context.client)
        scan(edit.actions, &transaction)
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

    /// Notes what the edit will change, as it is before.
    private func scan(_ actions: [Action], _ transaction: inout Transaction) {
        for action in actions {
            switch action {
            case .updateRow(let row, _, _, _), .moveRow(let row, _):
                touch(row, &transaction)
            case .deleteRows(let rows), .moveRows(let rows, _):
                for row in rows { touch(row, &transaction) }
            case .insertSection, .deleteSections, .moveSection:
                transaction.sectionsBefore = transaction.sectionsBefore ?? contents.sectionIDs
            case .insertRow, .updateSection, .updateList: break
            }
        }
    }

    /// Notes a row as it is before the edit.
    func touch(_ id: RowID, _ transaction: inout Transaction) {
        guard transaction.touches[id] == nil, let position = contents.forest.position(of: id)
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
        transaction.touches[id] = RowTouch(
            rows[offset].row, section: contents[slot: slot].id,
            path: IndexPath(section: contents.index(ofSlot: slot), row: row), previous: previous,
            next: next)
    }

    /// Does one action, or throws with only the log telling what was done of it.
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

    /// Throws `tooLarge` where a title is over its limit.
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
