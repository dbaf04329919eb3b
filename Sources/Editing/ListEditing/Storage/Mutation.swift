/// One primitive change of the contents, with what is needed to roll it back.
enum Mutation {
    case insertedRow(RowID, section: SectionID, row: Int)
    case removedRow(RowRecord, section: SectionID, row: Int)
    /// The fields as they were before, in order of the changes.
    case replacedFields(RowID, [FieldChange])
    case replacedRules(RowID, RowRules)
    case insertedSection(SectionID)
    case removedSection(SectionRecord, at: Int, rows: RemovedRows)
    case movedSection(SectionID, from: Int)
    case replacedSection(SectionRecord)
    case replacedList(title: String, rules: Rules)
    /// The section's `placed` before.
    case placedSection(SectionID, Int)
    /// The `Authorship.placed` of a row that stays at its path.
    case placedRow(RowID, Int)
    case marks(MarkChange)
}

extension Mutation {
    /// Of a row that was removed, what tells a move from a deletion; nil: it is another mutation.
    ///
    /// Apart from the row itself, a copy of which counts a reference for each of its parts.
    var removal: (id: RowID, pin: Pin?, placed: Int, section: SectionID)? {
        guard case .removedRow(let record, let section, _) = self else { return nil }
        return (record.id, record.row.rules.pinned, record.row.authorship.placed, section)
    }
}

/// The rows of a section that was removed.
enum RemovedRows {
    /// The root of their tree, detached and still in the index, until the edit commits.
    case tree(Int)
    /// The rows themselves, removed from the index.
    case records([RowRecord])
}

extension Contents {
    /// Rolls mutations back, newest first.
    ///
    /// - Complexity: that of the mutations; O(1) for the rows of a section whose tree is detached.
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
        case .placedSection(let id, let placed):
            if let slot = slot(of: id) { notePlaced(slot: slot, as: placed) }
        case .placedRow(let id, let placed):
            if let position = forest.position(of: id) {
                notePlaced(at: position, in: placed, as: placed, isMoved: false)
            }
        case .marks(let change):
            marks?.rollBack(change)
        }
    }
}
