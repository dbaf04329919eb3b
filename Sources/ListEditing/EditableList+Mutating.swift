/// The primitive changes, noted in the transaction.
extension EditableList {
    mutating func put(
        _ record: RowRecord, slot: Int, row: Int, _ transaction: inout Transaction
    ) {
        noteCount(slot: slot, contents.count(slot: slot), &transaction)
        transaction.log.append(contents.insert(record, slot: slot, row: row))
    }

    mutating func take(_ row: RowID, _ transaction: inout Transaction) -> RowRecord? {
        guard let taken = contents.remove(row) else { return nil }
        noteCount(slot: taken.slot, contents.count(slot: taken.slot) + 1, &transaction)
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
        let section = contents[slot: slot]
        if transaction.sectionRecords[section.id] == nil {
            transaction.sectionRecords[section.id] = section
        }
        transaction.log.append(contents.update(slot: slot, change))
    }

    private func noteCount(slot: Int, _ count: Int, _ transaction: inout Transaction) {
        let id = contents.sectionID(slot: slot)
        if !transaction.countsBefore.contains(id) { transaction.countsBefore[id] = count }
    }

    mutating func removeSection(slot: Int, _ transaction: inout Transaction) {
        noteCount(slot: slot, contents.count(slot: slot), &transaction)
        let section = contents[slot: slot]
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
