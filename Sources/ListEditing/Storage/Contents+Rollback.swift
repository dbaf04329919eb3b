extension Contents {
    /// Takes mutations back, newest first.
    ///
    /// - Complexity: that of the mutations; the rows of a section whose tree was kept cost nothing.
    mutating func rollBack(_ log: some BidirectionalCollection<Mutation>) {
        for mutation in log.reversed() { rollBack(mutation) }
    }

    private mutating func rollBack(_ mutation: Mutation) {
        switch mutation {
        case .insertedRow(let id, _, _):
            _ = remove(id)
        case .removedRow(let record, let section, let row):
            if let slot = slot(of: section) { _ = insert(record, slot: slot, row: row) }
        case .replacedFields(let id, let fields):
            if let position = forest.position(of: id) {
                _ = setFields(fields.reversed(), at: position, slot: forest.slot(of: position))
            }
        case .replacedRules(let id, let rules):
            if let position = forest.position(of: id) {
                _ = setRules(rules, at: position, slot: forest.slot(of: position))
            }
        case .insertedSection(let id):
            if let slot = slot(of: id) { discardSection(slot: slot) }
        case .removedSection(let record, let index, let rows):
            restore(record, rows, at: index)
        case .movedSection(let id, let from):
            if let slot = slot(of: id) { _ = moveSection(slot: slot, to: from) }
        case .replacedSection(let record):
            if let slot = slot(of: record.id) {
                _ = update(slot: slot) { section in
                    section.title = record.title
                    section.rules = record.rules
                }
            }
        case .replacedList(let title, let rules):
            _ = updateList(title: title, rules: rules)
        }
    }
}
