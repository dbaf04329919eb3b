extension Contents {
    /// Takes mutations back, newest first.
    ///
    /// Cost: that of the mutations.
    mutating func rollBack(_ log: [Mutation]) {
        for mutation in log.reversed() { rollBack(mutation) }
    }

    private mutating func rollBack(_ mutation: Mutation) {
        switch mutation {
        case .insertedRow(let id, _, _):
            _ = remove(id)
        case .removedRow(let record, let section, let row):
            if let slot = slot(of: section) { _ = insert(record, slot: slot, row: row) }
        case .replacedRow(let record):
            _ = update(record.id) { $0 = record }
        case .insertedSection(let id):
            if let slot = slot(of: id) { _ = removeSection(slot: slot) }
        case .removedSection(let record, let index, let rows):
            _ = insert(record, rows: rows, at: index)
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
