/// The replay of change sets that were made elsewhere.
extension EditableList {
    /// Replays a set: one from the journal, or one that a client receives from the server.
    ///
    /// - Parameters:
    ///   - changes: the set.
    ///   - author: whose edit it was.
    ///   - time: its `at`, in Unix milliseconds; 0: not known, as that of a folded set.
    ///   - marks: `Applied.marks` of the set; empty for edits.
    ///   - sections: `Applied.sections` of the set; empty for edits.
    ///   - folds: the number of sets that it stands for; a folded set empties the history.
    ///   - counts: the row count of each section after it, if the sender included them.
    /// - Throws: a `CountError` if the count rule or a path does not hold; nothing is applied then.
    /// - Complexity: that of an edit of the same rows.
    public mutating func replay(
        _ changes: ChangeSet, by author: RowAuthor, at time: Int, marks: [RestoredMarks] = [],
        sections: [RestoredSection] = [], folds: Int = 1, counts: [Int]? = nil
    ) throws(CountError) {
        _ = try replayWithInverse(
            in: changes, by: author, at: time, marks: marks, restored: sections, folds: folds,
            counts: counts)
    }

    /// Replays a set of a client, of which neither user nor time matter.
    ///
    /// - Throws: as above.
    /// - Complexity: that of an edit of the same rows.
    public mutating func replay(
        _ changes: ChangeSet, by client: ClientID, marks: [RestoredMarks] = [], folds: Int = 1,
        counts: [Int]? = nil
    ) throws(CountError) {
        try replay(
            changes, by: RowAuthor(client: client), at: 0, marks: marks, folds: folds,
            counts: counts)
    }

    /// Replays a set and returns its inverse; nil for a folded set.
    mutating func replayWithInverse(
        in changes: ChangeSet, by author: RowAuthor, at time: Int, marks: [RestoredMarks],
        restored: [RestoredSection] = [], folds: Int, counts: [Int]?
    ) throws(CountError) -> Inverse? {
        var transaction = begin(
            base: nil, actions: [], limits: EditLimits(), author: author, at: time)
        for mark in marks { transaction.restored[mark.row] = mark }
        for section in restored { transaction.restoredSections[section.section] = section }
        let sections: SectionOrders
        do {
            try check(changes, &transaction)
            sections = SectionOrders(transaction.sectionsBefore)
            try execute(changes, &transaction)
            let rules = try checkCounts(changes, sections, transaction)
            if let counts { try check(counts, rules) }
        } catch {
            contents.rollBack(transaction.log)
            throw error
        }
        let before = fieldsBefore(transaction)
        _ = renewMarks(changes, revision: revision + folds, before, &transaction)
        removeDeletedTrees(&transaction)
        if folds > 1 {
            appendFolded(folds)
            return nil
        }
        let inverse = inverse(
            of: changes, sections, insertedRows(transaction), before, transaction)
        renewPlaceMarks(changes, inverse, &transaction)
        append(changes, inverse, transaction)
        return inverse
    }

    /// Checks that rows and sections are where the set says, and records the rows as they are.
    private func check(_ changes: ChangeSet, _ transaction: inout Transaction) throws(CountError) {
        if changes.changesSections { transaction.sectionsBefore = contents.sectionIDs }
        var places = changes.deletedSections.map { ($0.section, $0.at) }
        places += changes.movedSections.map { ($0.section, $0.from) }
        places += changes.updatedSections.map { ($0.section, $0.at) }
        for (section, at) in places where contents.index(of: section) != at {
            throw CountError(message: "section \(section.text) is not at \(at)")
        }
        var rows = changes.deletedRows.map { ($0.row, $0.at) }
        rows += changes.movedRows.map { ($0.row, $0.from) }
        rows += changes.updatedRows.map { ($0.row, $0.at) }
        for (row, at) in rows {
            guard contents.path(of: row) == at else {
                throw CountError(
                    message: "row \(row.text) is not at [\(at.section), \(at.row)]")
            }
            noteRow(row, &transaction)
        }
    }

    /// Checks the row count of each section against what the sender has; `rules` are those of the
    /// sections whose rows the set changes.
    private func check(
        _ counts: [Int], _ rules: [SectionID: CountRule]
    ) throws(CountError) {
        guard counts != self.counts else { return }
        guard counts.count == contents.order.count else {
            throw CountError(
                message: "\(contents.order.count) sections after, not \(counts.count)")
        }
        for (index, count) in counts.enumerated() {
            let slot = contents.order[index]
            let held = contents.count(slot: slot)
            guard held != count else { continue }
            let section = contents[slot: slot].id
            // A section that the set inserts has no rule, nor has one of which it leaves the rows.
            var rule = rules[section] ?? CountRule(section: section, before: held, after: held)
            rule.after = count
            try rule.check()
        }
    }

    /// Performs the changes of the set.
    private mutating func execute(_ changes: ChangeSet, _ transaction: inout Transaction)
        throws(CountError)
    {
        for entry in changes.updatedRows {
            guard let position = contents.forest.position(of: entry.row) else { continue }
            let slot = contents.forest.slot(of: position)
            setFields(entry.fields, at: position, slot: slot, &transaction)
            let old = contents.forest[position].row.rules
            var rules = old
            rules.apply(entry.rules)
            if rules != old {
                transaction.log.append(contents.setRules(rules, at: position, slot: slot))
            }
        }
        for entry in changes.updatedSections {
            guard let slot = contents.slot(of: entry.section) else { continue }
            updateRecord(slot: slot, &transaction) { section in
                section.title = entry.title ?? section.title
                section.rules = entry.rules ?? section.rules
            }
        }
        if let list = changes.updatedList {
            transaction.log.append(
                contents.updateList(
                    title: list.title ?? contents.title, rules: list.rules ?? contents.rules))
        }
        var arriving: [(at: IndexPath, record: RowRecord)] = []
        for entry in changes.movedRows {
            guard let record = removeRecord(entry.row, &transaction) else {
                throw CountError(message: "row \(entry.row.text) moves twice")
            }
            arriving.append((entry.to, record))
        }
        for entry in changes.deletedRows {
            guard removeRecord(entry.row, &transaction) != nil else {
                throw CountError(message: "row \(entry.row.text) is deleted twice, or moves too")
            }
        }
        try executeSections(changes, &transaction)
        for entry in changes.insertedRows {
            let row = Row(id: entry.row, fields: entry.fields, rules: entry.rules)
            arriving.append((entry.at, RowRecord(row)))
        }
        for (at, record) in arriving.sorted(by: { $0.at < $1.at }) {
            guard contents.order.indices.contains(at.section), at.row >= 0,
                at.row <= contents.count(slot: contents.order[at.section]),
                !contents.contains(record.id)
            else {
                throw CountError(
                    message: "row \(record.id.text) cannot be placed at [\(at.section), \(at.row)]")
            }
            insertRecord(record, slot: contents.order[at.section], row: at.row, &transaction)
        }
    }

    private mutating func executeSections(_ changes: ChangeSet, _ transaction: inout Transaction)
        throws(CountError)
    {
        for entry in changes.deletedSections {
            guard let slot = contents.slot(of: entry.section) else {
                throw CountError(message: "section \(entry.section.text) is deleted twice")
            }
            removeSection(slot: slot, &transaction)
        }
        let last = contents.order.count - 1
        guard Set(changes.movedSections.map(\.section)).count == changes.movedSections.count else {
            throw CountError(message: "a section moves twice")
        }
        for entry in changes.movedSections {
            guard let slot = contents.slot(of: entry.section) else {
                throw CountError(message: "section \(entry.section.text) is deleted and moves")
            }
            transaction.log.append(contents.moveSection(slot: slot, to: last))
        }
        var placed = contents.order.count - changes.movedSections.count
        var arriving = changes.movedSections.map { ($0.to, $0.section, SectionInsertion?.none) }
        arriving += changes.insertedSections.map { ($0.at, $0.section, $0) }
        for (at, section, insertion) in arriving.sorted(by: { $0.0 < $1.0 }) {
            guard (0...placed).contains(at),
                (insertion == nil) != (contents.slot(of: section) == nil)
            else { throw CountError(message: "section \(section.text) cannot be placed at \(at)") }
            if let insertion {
                let record = SectionRecord(
                    id: section, title: insertion.title, rules: insertion.rules)
                transaction.log.append(contents.insert(record, at: at))
            } else if let slot = contents.slot(of: section) {
                transaction.log.append(contents.moveSection(slot: slot, to: at))
            }
            placed += 1
        }
    }
}
