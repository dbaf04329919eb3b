import ListEditing

/// Names neighbours instead of counting places.
///
/// An index counts without the client's other unanswered edits (protocol.md, "Where: `to`"): while there
/// are any, the index that its user sees means another place to the server.
enum NeighbourNaming {
    /// `actions` with a neighbour, as seen in `list` with the earlier actions applied, for each index.
    ///
    /// O(n) where there is an index among them.
    static func name(_ actions: [Action], in list: EditableList) -> [Action] {
        guard actions.contains(where: hasIndex) else { return actions }
        var list = list
        var named: [Action] = []
        let context = EditContext(client: ClientID(""), mayGiveRules: true)
        for action in actions {
            let action = name(action, in: list)
            named.append(action)
            _ = try? list.apply(Edit(base: nil, actions: [action]), context)
        }
        return named
    }

    private static func hasIndex(_ action: Action) -> Bool {
        switch action {
        case .insertRow(_, _, _, .index), .moveRow(_, .index), .moveRows(_, .index): true
        default: false
        }
    }

    private static func name(_ action: Action, in list: EditableList) -> Action {
        switch action {
        case .insertRow(let row, let fields, let rules, .index(let section, let index)):
            .insertRow(
                row: row, fields: fields, rules: rules,
                to: target(section, index, without: [], in: list))
        case .moveRow(let row, .index(let section, let index)):
            .moveRow(row, to: target(section, index, without: [row], in: list))
        case .moveRows(let rows, .index(let section, let index)):
            .moveRows(rows, to: target(section, index, without: Set(rows), in: list))
        default: action
        }
    }

    private static func target(
        _ section: SectionID, _ index: Int, without moving: Set<RowID>, in list: EditableList
    ) -> RowTarget {
        guard let number = list.sectionIndex(of: section) else { return .index(section, index) }
        var place = 0
        var neighbour: RowID?
        list.forEachRow(in: number) { row in
            guard !moving.contains(row.id) else { return }
            if place == max(0, index) { neighbour = row.id }
            place += 1
        }
        return neighbour.map { .before($0) } ?? .end(section)
    }
}
