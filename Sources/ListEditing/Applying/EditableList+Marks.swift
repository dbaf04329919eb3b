/// What the newest set leaves behind in rows: stamps and authorship.
extension EditableList {
    /// Renews marks and stamps, and gives those marks that are other than the set's own revision.
    ///
    /// - Parameter before: what the changed fields were before the set.
    mutating func renewMarks(
        _ changes: ChangeSet, revision number: Int, _ before: [RowID: [FieldChange]],
        _ transaction: inout Transaction
    ) -> [RestoredMarks] {
        var used: [RowID: RestoredMarks] = [:]
        for entry in changes.insertedRows {
            let restored = transaction.restored[entry.row]
            used[entry.row] = restored
            if let position = contents.forest.position(of: entry.row) {
                contents.noteInserted(
                    at: position, in: number, by: transaction.client, restored: restored)
            }
        }
        for entry in changes.updatedRows where !entry.fields.isEmpty {
            guard let position = contents.forest.position(of: entry.row) else { continue }
            var restored: [FieldMark] = []
            if let marks = transaction.restored[entry.row]?.fields, !marks.isEmpty {
                let fields = entry.fields.oldestOfEach()
                restored = marks.filter { fields.holds($0.name) }
            }
            if !restored.isEmpty {
                used[entry.row] = RestoredMarks(row: entry.row, placed: nil, fields: restored)
            }
            let old = before[entry.row] ?? []
            transaction.marksBefore[entry.row] = entry.fields.map { change in
                let wasThere =
                    old.holds(change.name)
                    ? old.value(of: change.name) != nil
                    : contents.forest[position].row.fields[change.name] != nil
                return contents.forest[position].row.authorship
                    .mark(of: change.name, isThere: wasThere)
            }
            let former = contents.noteChanged(
                entry.fields, at: position, in: number, by: transaction.client,
                restored: restored)
            transaction.formers.append((entry.row, former))
        }
        for entry in changes.movedRows {
            let placed = transaction.restored[entry.row]?.placed
            if let placed {
                let fields = used[entry.row]?.fields ?? []
                used[entry.row] = RestoredMarks(row: entry.row, placed: placed, fields: fields)
            }
            if let position = contents.forest.position(of: entry.row) {
                contents.notePlaced(at: position, in: number, as: placed)
            }
        }
        return used.values.sorted { $0.row.text.precedes($1.row.text) }
    }
}
