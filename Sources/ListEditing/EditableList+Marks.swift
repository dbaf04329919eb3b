/// What the newest set leaves behind in rows: stamps and authorship.
extension EditableList {
    /// Renews marks and stamps, and gives those marks that are other than the set's own revision.
    mutating func renewMarks(
        _ changes: ChangeSet, revision number: Int, _ transaction: Transaction
    ) -> [RestoredMarks] {
        let client = transaction.client
        var used: [RowID: RestoredMarks] = [:]
        for entry in changes.insertedRows {
            let restored = transaction.restored[entry.row]
            used[entry.row] = restored
            _ = contents.update(entry.row) { record in
                record.stamp = number
                // A row that undo brought back counts as changed by another: nobody has seen it.
                record.row.authorship = Authorship(
                    revision: number, client: client,
                    otherRevision: restored == nil ? 0 : number, marks: restored?.fields ?? [],
                    placed: restored?.placed ?? number)
            }
        }
        for entry in changes.updatedRows where !entry.fields.isEmpty {
            guard let old = transaction.touches[entry.row]?.record.row else { continue }
            let restored = (transaction.restored[entry.row]?.fields ?? []).filter { mark in
                entry.fields.contains { $0.name.isSame(as: mark.name) }
            }
            if !restored.isEmpty {
                used[entry.row] = RestoredMarks(row: entry.row, placed: nil, fields: restored)
            }
            _ = contents.update(entry.row) { record in
                record.row.authorship = old.authorship.changed(
                    entry.fields, of: old.fields, in: number, by: client, restored: restored)
            }
        }
        for entry in changes.movedRows {
            let placed = transaction.restored[entry.row]?.placed
            if let placed {
                let fields = used[entry.row]?.fields ?? []
                used[entry.row] = RestoredMarks(row: entry.row, placed: placed, fields: fields)
            }
            _ = contents.update(entry.row) { record in
                record.stamp = number
                record.row.authorship.placed = placed ?? number
            }
        }
        return used.values.sorted { $0.row.text.precedes($1.row.text) }
    }
}
