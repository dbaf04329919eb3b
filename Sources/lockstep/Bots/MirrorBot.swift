import ListEditing

/// The edits that make one list like another: same sections, same rows, same order, under the same
/// ids.
///
/// Rules and pins are copied with what is new; those of what is there already are left alone.
enum MirrorPlan {
    /// At most so many actions are in one edit.
    static let batch = 200

    /// The next edit on the way from `copy` to `source`; empty where nothing is left to do.
    ///
    /// O(n).
    static func actions(from source: EditableList, to copy: EditableList) -> [Action] {
        let wanted = source.state()
        let found = copy.state()
        var actions: [Action] = []
        if wanted.title != found.title {
            actions.append(.updateList(title: wanted.title, rules: nil))
        }
        let goneSections = found.sections.map(\.id).filter {
            source.sectionIndex(of: $0) == nil
        }
        let goneRows = found.sections.flatMap(\.rows).map(\.id).filter { source.row($0) == nil }
        if !goneRows.isEmpty { actions.append(.deleteRows(goneRows)) }
        if let sections = sections(wanted, found, gone: Set(goneSections)) {
            return cut(actions + sections)
        }
        actions += rows(wanted, copy)
        // Only now is nothing left in them that is to be kept.
        if actions.isEmpty, !goneSections.isEmpty { return [.deleteSections(goneSections)] }
        return cut(actions)
    }

    private static func cut(_ actions: [Action]) -> [Action] { Array(actions.prefix(batch)) }

    /// What the sections need, before any row moves; nil where they are right.
    private static func sections(
        _ wanted: ListState, _ found: ListState, gone: Set<SectionID>
    ) -> [Action]? {
        var actions: [Action] = []
        var order = found.sections.map(\.id).filter { !gone.contains($0) }
        let titles = Dictionary(uniqueKeysWithValues: found.sections.map { ($0.id, $0.title) })
        for (index, section) in wanted.sections.enumerated() {
            let place: SectionTarget =
                index == 0 ? .start : .after(wanted.sections[index - 1].id)
            if let title = titles[section.id] {
                if title != section.title {
                    actions.append(.updateSection(section.id, title: section.title, rules: nil))
                }
                if order[index] == section.id { continue }
                actions.append(.moveSection(section.id, to: place))
                order.removeAll { $0 == section.id }
            } else {
                actions.append(
                    .insertSection(
                        section: section.id, title: section.title, rules: section.rules,
                        to: place))
            }
            order.insert(section.id, at: index)
        }
        return actions.isEmpty ? nil : actions
    }

    private static func rows(_ wanted: ListState, _ copy: EditableList) -> [Action] {
        var actions: [Action] = []
        for section in wanted.sections {
            let present = section.rows.map(\.id).filter { copy.row($0) != nil }
            let ranks = Dictionary(
                uniqueKeysWithValues: present.enumerated().map { ($1, $0) })
            var last = -1
            // Rows that stand in their section and ascend may stay.
            var staying: Set<RowID> = []
            if let index = copy.sectionIndex(of: section.id) {
                copy.forEachRow(in: index) { row in
                    guard let rank = ranks[row.id], rank > last else { return }
                    last = rank
                    staying.insert(row.id)
                }
            }
            var previous: RowID?
            for row in section.rows {
                let place: RowTarget = previous.map { .after($0) } ?? .start(section.id)
                if let known = copy.row(row.id) {
                    if !staying.contains(row.id) { actions.append(.moveRow(row.id, to: place)) }
                    let changes = difference(known.fields, row.fields)
                    if !changes.isEmpty {
                        actions.append(
                            .updateRow(
                                row: row.id, fields: changes, rules: RowRulesChange(),
                                ifRevision: nil))
                    }
                } else {
                    actions.append(
                        .insertRow(row: row.id, fields: row.fields, rules: row.rules, to: place))
                }
                previous = row.id
            }
        }
        return actions
    }

    private static func difference(_ found: Fields, _ wanted: Fields) -> [FieldChange] {
        var changes: [FieldChange] = []
        for field in wanted.entries where found[field.name] != field.value {
            changes.append(FieldChange(name: field.name, value: field.value))
        }
        for field in found.entries where wanted[field.name] == nil {
            changes.append(FieldChange(name: field.name, value: nil))
        }
        return changes
    }
}
