import ListEditing

extension Edit {
    /// The edit with the ids that the server made, as its set tells them; what never came to be
    /// gets a name that no server makes.
    func named(by set: ChangeSet) -> Edit {
        var rows = Set<RowID>()
        var sections = Set<SectionID>()
        for action in actions {
            if case .insertRow(let row?, _, _, _) = action { rows.insert(row) }
            if case .insertSection(let section?, _, _, _) = action { sections.insert(section) }
        }
        var madeRows = set.insertedRows.map(\.row).filter { !rows.contains($0) }[...]
        var madeSections = set.insertedSections.map(\.section).filter { !sections.contains($0) }[
            ...]
        var edit = self
        for (number, action) in actions.enumerated() {
            switch action {
            case .insertRow(row: nil, let fields, let rules, let to):
                edit.actions[number] = .insertRow(
                    row: madeRows.popFirst() ?? RowID("unnamed~\(number)"), fields: fields,
                    rules: rules, to: to)
            case .insertSection(section: nil, let title, let rules, let to):
                edit.actions[number] = .insertSection(
                    section: madeSections.popFirst() ?? SectionID("unnamed~\(number)"),
                    title: title, rules: rules, to: to)
            default: break
            }
        }
        return edit
    }
}
