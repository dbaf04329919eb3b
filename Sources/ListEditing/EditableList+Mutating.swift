/// The primitive changes, noted in the transaction.
extension EditableList {
    mutating func put(
        _ record: RowRecord, slot: Int, row: Int, _ transaction: inout Transaction
    ) {
        noteCount(slot: slot, &transaction)
        transaction.log.append(contents.insert(record, slot: slot, row: row))
    }

    mutating func take(_ row: RowID, _ transaction: inout Transaction) -> RowRecord? {
        guard let rank = contents.rank(row) else { return nil }
        noteCount(slot: rank.slot, &transaction)
        guard let taken = contents.remove(row) else { return nil }
        transaction.log.append(taken.mutation)
        return taken.record
    }

    mutating func change(
        _ row: RowID, _ transaction: inout Transaction, _ change: (inout RowRecord) -> Void
    ) {
        if let mutation = contents.update(row, change) { transaction.log.append(mutation) }
    }

    mutating func change(
        slot: Int, _ transaction: inout Transaction, _ change: (inout SectionRecord) -> Void
    ) {
        let section = contents.section(slot: slot)
        if transaction.sectionRecords[section.id] == nil {
            transaction.sectionRecords[section.id] = section
        }
        transaction.log.append(contents.update(slot: slot, change))
    }

    func noteCount(slot: Int, _ transaction: inout Transaction) {
        let id = contents.section(slot: slot).id
        if transaction.countsBefore[id] == nil {
            transaction.countsBefore[id] = contents.count(slot: slot)
        }
    }

    mutating func removeSection(slot: Int, _ transaction: inout Transaction) {
        noteCount(slot: slot, &transaction)
        let section = contents.section(slot: slot)
        if transaction.sectionRecords[section.id] == nil {
            transaction.sectionRecords[section.id] = section
        }
        let mutation = contents.removeSection(slot: slot)
        if case .removedSection(_, _, let rows) = mutation {
            for record in rows { transaction.gone[record.id] = transaction.log.count }
        }
        transaction.log.append(mutation)
    }
}
