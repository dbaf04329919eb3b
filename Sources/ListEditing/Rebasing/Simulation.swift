/// The list at the base of an edit with the edit's earlier actions applied, as far as they could
/// be applied there.
struct Simulation {
    var list: EditableList
    var transaction: Transaction
    /// The newest list before the edit.
    let before: Contents
    /// Sections that sets after the base moved, inserted or deleted.
    var touchedSections: Set<SectionID> = []

    /// Rolls `list`, as it was before the edit, back to the base; nil where a set in between does
    /// not tell how.
    ///
    /// Rows that sets after the base placed have stamps above it then.
    init?(_ list: EditableList, _ transaction: Transaction) {
        self.list = list
        before = list.contents
        self.transaction = Transaction(
            base: transaction.base, actions: transaction.actions, limits: transaction.limits,
            client: transaction.client)
        for number in stride(from: list.revision, to: transaction.base, by: -1) {
            let entry = list.history[number]
            guard let inverse = entry.inverse else { return nil }
            self.list.contents.apply(inverse)
            note(entry.changes, inverse)
        }
        self.list.revision = transaction.base
        self.list.history = History(start: transaction.base)
    }

    private mutating func note(_ set: ChangeSet, _ inverse: Inverse) {
        touchedSections.formUnion(set.movedSections.map(\.section))
        touchedSections.formUnion(set.insertedSections.map(\.section))
        touchedSections.formUnion(set.deletedSections.map(\.section))
        let newer = transaction.base + 1
        for step in inverse.steps {
            switch step {
            case .restoreRow(let row, _, _): list.contents.raiseStamp(of: row.id, to: newer)
            case .restoreSection(let section, _):
                for row in section.rows { list.contents.raiseStamp(of: row.id, to: newer) }
            default: break
            }
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
                list.contents.rollBack(transaction.log[mark...])
                transaction.log.removeSubrange(mark...)
                transaction.placements = Placements()
            }
            transaction.advance(to: transaction.action + 1)
        }
    }
}
