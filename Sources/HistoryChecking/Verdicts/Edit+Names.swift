import ListEditing

extension Edit {
    /// The edit with the ids that the server made, found in its set by what was inserted.
    ///
    /// What never came to be gets a name that no server makes.
    func named(by set: ChangeSet) -> Edit {
        var rows = set.insertedRows
        var sections = set.insertedSections
        var edit = self
        for (number, action) in actions.enumerated() {
            switch action {
            case .insertRow(row: nil, let fields, let rules, let to):
                let index = rows.firstIndex { $0.fields == fields && $0.rules == rules }
                let row = index.map { rows.remove(at: $0).row }
                edit.actions[number] = .insertRow(
                    row: row ?? RowID("unnamed~\(number)"), fields: fields, rules: rules, to: to)
            case .insertSection(section: nil, let title, let rules, let to):
                let index = sections.firstIndex {
                    $0.title == title && $0.rules == rules ?? Rules()
                }
                let section = index.map { sections.remove(at: $0).section }
                edit.actions[number] = .insertSection(
                    section: section ?? SectionID("unnamed~\(number)"), title: title, rules: rules,
                    to: to)
            default: break
            }
        }
        return edit
    }
}
