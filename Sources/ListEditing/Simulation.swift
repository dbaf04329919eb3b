/// The list at the base of an edit with the edit's earlier actions applied, as far as they could
/// be applied there.
struct Simulation {
    var list: EditableList
    var transaction: Transaction
    /// Rows that sets after the base moved, inserted or deleted.
    var touchedRows: Set<RowID> = []
    /// Sections that sets after the base moved, inserted or deleted.
    var touchedSections: Set<SectionID> = []

    /// Rolls `list`, as it was before the edit, back to the base; nil where a set in between does
    /// not tell how.
    init?(_ list: EditableList, _ transaction: Transaction) {
        self.list = list
        self.transaction = Transaction(
            base: transaction.base, actions: transaction.actions, limits: transaction.limits,
            client: transaction.client)
        for number in stride(from: list.revision, to: transaction.base, by: -1) {
            let entry = list.history[number]
            guard let inverse = entry.inverse else { return nil }
            note(entry.changes, inverse)
            self.list.contents.apply(inverse)
        }
        self.list.revision = transaction.base
        self.list.history = History(start: transaction.base)
    }

    private mutating func note(_ set: ChangeSet, _ inverse: Inverse) {
        touchedRows.formUnion(set.movedRows.map(\.row))
        touchedRows.formUnion(set.insertedRows.map(\.row))
        touchedRows.formUnion(set.deletedRows.map(\.row))
        touchedSections.formUnion(set.movedSections.map(\.section))
        touchedSections.formUnion(set.insertedSections.map(\.section))
        touchedSections.formUnion(set.deletedSections.map(\.section))
        for case .restoreSection(let section, at: _) in inverse.steps {
            touchedRows.formUnion(section.rows.map(\.id))
        }
    }

    /// Applies the edit's actions before `action`, leaving out what cannot be applied.
    mutating func advance(to action: Int) {
        while transaction.action < action {
            let mark = transaction.log.count
            var next = transaction.actions[transaction.action]
            if case .updateRow(let row, let fields, let rules, _) = next {
                next = .updateRow(row: row, fields: fields, rules: rules, ifRevision: nil)
            }
            do {
                try list.perform(next, &transaction)
            } catch {
                list.contents.rollBack(Array(transaction.log[mark...]))
                transaction.log.removeSubrange(mark...)
            }
            transaction.action += 1
        }
    }
}
