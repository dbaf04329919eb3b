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

    mutating func setFields(
        _ changes: [FieldChange], at position: RowPosition, slot: Int,
        _ transaction: inout Transaction
    ) {
        if let mutation = contents.setFields(changes, at: position, slot: slot) {
            transaction.log.append(mutation)
        }
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
        transaction.log.append(contents.removeSection(slot: slot))
    }
}
