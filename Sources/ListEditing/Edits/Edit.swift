/// An edit: all its actions apply, in order, or none.
public struct Edit: Hashable, Sendable {
    /// The revision that the client had seen; nil: the newest.
    public var base: Int?
    /// The actions.
    public var actions: [Action]

    /// Makes an edit.
    public init(base: Int?, actions: [Action]) {
        self.base = base
        self.actions = actions
    }

    /// Gives every insert without an id one from `make`.
    ///
    /// - Returns: the ids given, in order of the actions.
    /// - Complexity: O(n) in the number of actions.
    public mutating func nameInserts(_ make: () -> String) -> [String] {
        guard actions.contains(where: { $0.lacksName }) else { return [] }
        var names: [String] = []
        for (number, action) in actions.enumerated() {
            switch action {
            case .insertRow(row: nil, let fields, let rules, let to):
                let name = make()
                names.append(name)
                actions[number] = .insertRow(row: RowID(name), fields: fields, rules: rules, to: to)
            case .insertSection(section: nil, let title, let rules, let to):
                let name = make()
                names.append(name)
                actions[number] = .insertSection(
                    section: SectionID(name), title: title, rules: rules, to: to)
            default: break
            }
        }
        return names
    }

    /// Whether an action gives rules, which needs the role `owner` (protocol.md, "HTTP").
    ///
    /// - Complexity: O(n) in the number of actions.
    public var givesRules: Bool {
        actions.contains { action in
            switch action {
            case .insertRow(_, _, let rules, _): rules != RowRules()
            case .updateRow(_, _, let rules, _): rules != RowRulesChange()
            case .insertSection(_, _, let rules, _), .updateSection(_, _, let rules),
                .updateList(_, let rules):
                rules != nil
            case .deleteRows, .moveRow, .moveRows, .deleteSections, .moveSection: false
            }
        }
    }
}

extension Action {
    /// Whether it inserts something whose id is still to be made.
    fileprivate var lacksName: Bool {
        switch self {
        case .insertRow(row: nil, _, _, _), .insertSection(section: nil, _, _, _): true
        default: false
        }
    }
}
