/// Rolling the contents back by the inverse of a set, for the list at an older base (`ListAtBase`).
extension Contents {
    /// Applies an inverse exactly, without checking rules or marks.
    ///
    /// Applied to the state after its set, it gives the state before, except for marks. Steps that
    /// name missing rows or sections are skipped.
    mutating func apply(_ inverse: Inverse) {
        for step in inverse.steps { apply(step) }
    }

    private mutating func apply(_ step: InverseStep) {
        switch step {
        case .restoreSection(let state, let place):
            let index = place.after.flatMap { self.index(of: $0) }.map { $0 + 1 } ?? 0
            let record = SectionRecord(
                id: state.id, title: state.title, rules: state.rules, placed: state.placed)
            _ = insert(record, rows: state.rows.map { RowRecord($0) }, at: index)
        case .moveSection(let id, let place, _):
            guard let slot = slot(of: id) else { return }
            let from = index(ofSlot: slot)
            let after = place.after.flatMap { self.index(of: $0) }.map { $0 + 1 } ?? 0
            _ = moveSection(slot: slot, to: after > from ? after - 1 : after)
        case .deleteRow(let id, _):
            _ = remove(id)
        case .updateRow(let id, let fields, let rules):
            guard let position = forest.position(of: id) else { return }
            let slot = forest.slot(of: position)
            let changes = fields.map { FieldChange(name: $0.name, value: $0.value) }
            _ = setFields(changes, at: position, slot: slot)
            if let rules { _ = setRules(rules.old, at: position, slot: slot) }
        case .moveRow(let id, let place, _):
            guard let taken = remove(id) else { return }
            insert(taken.record, after: place)
        case .restoreRow(let row, let place, _):
            insert(RowRecord(row), after: place)
        case .deleteSection(let id, _):
            if let slot = slot(of: id) { discardSection(slot: slot) }
        case .updateSection(let id, let title, let rules):
            guard let slot = slot(of: id) else { return }
            _ = update(slot: slot) { section in
                if let title { section.title = title.old }
                if let rules { section.rules = rules.old }
            }
        case .updateList(let title, let rules):
            _ = updateList(title: title?.old ?? self.title, rules: rules?.old ?? self.rules)
        }
    }

    private mutating func insert(_ record: RowRecord, after place: RowNeighbours) {
        guard let slot = slot(of: place.section) else { return }
        let row = place.after.flatMap { rank($0) }.map { $0.row + 1 } ?? 0
        _ = insert(record, slot: slot, row: row)
    }
}
