/// A group of actions, of which all apply in order, or none.
public struct Edit: Hashable, Sendable {
    /// The revision that places by index count in; nil: the newest.
    public var base: Int?
    /// The actions.
    public var actions: [Action]

    /// Creates an edit.
    public init(base: Int?, actions: [Action]) {
        self.base = base
        self.actions = actions
    }

    /// Sets the id of every insert that has none to one from `make`.
    ///
    /// - Returns: these ids, in order of the actions.
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

    /// Whether an action sets rules, which needs the role `owner`.
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
    /// Whether it inserts a row or section without an id.
    fileprivate var lacksName: Bool {
        switch self {
        case .insertRow(row: nil, _, _, _), .insertSection(section: nil, _, _, _): true
        default: false
        }
    }
}

/// The client that edits, its permission to set rules, the time, and the limits.
public struct EditContext: Hashable, Sendable {
    /// The client, with its user.
    public var author: RowAuthor
    /// Unix milliseconds; 0: not known, so that rows do not tell who changed them.
    public var at: Int
    /// Whether it may set rules (role `owner`).
    ///
    /// If it may not, undo leaves rules as they are; for edits, the caller checks `Edit.givesRules`
    /// before.
    public var mayGiveRules: Bool
    /// The limits.
    public var limits: EditLimits

    /// Creates a context.
    public init(
        author: RowAuthor, at: Int, mayGiveRules: Bool, limits: EditLimits = EditLimits()
    ) {
        self.author = author
        self.at = at
        self.mayGiveRules = mayGiveRules
        self.limits = limits
    }

    /// Creates a context of a client without a user, at a time that is not known.
    public init(client: ClientID, mayGiveRules: Bool, limits: EditLimits = EditLimits()) {
        self.init(
            author: RowAuthor(client: client), at: 0, mayGiveRules: mayGiveRules, limits: limits)
    }
}

/// The limits of a list.
public struct EditLimits: Hashable, Sendable {
    /// The maximum number of rows of a list (`listFull`).
    public var rows = 200_000
    /// The maximum number of sections of a list (`tooLarge`).
    public var sections = 1_000
    /// The maximum size in bytes of a row's fields as compact JSON (`tooLarge`).
    public var fieldsBytes = 16_384
    /// The maximum size in bytes of a title in UTF-8 (`tooLarge`).
    public var titleBytes = 1_024

    /// Creates the default limits of a server.
    public init() {}

    /// Creates limits.
    public init(rows: Int, sections: Int, fieldsBytes: Int, titleBytes: Int) {
        self.rows = rows
        self.sections = sections
        self.fieldsBytes = fieldsBytes
        self.titleBytes = titleBytes
    }
}

/// The result of an edit.
public struct Applied: Hashable, Sendable {
    /// The net effect; empty for a noop, which leaves the revision as it is.
    public var changes: ChangeSet
    /// The steps that undo `changes`.
    public var inverse: Inverse
    /// The places that were clamped, in order of the actions; for noops too.
    public var clamps: [Clamp]
    /// The marks that an undo or redo restored, in order of their rows' ids; empty for edits.
    ///
    /// Store them with `changes` and pass them to `EditableList.replay`.
    public var marks: [RestoredMarks]
    /// The places of sections that an undo or redo restored, in order of their ids; likewise.
    public var sections: [RestoredSection]

    /// Creates the result of an edit.
    public init(
        changes: ChangeSet, inverse: Inverse, clamps: [Clamp], marks: [RestoredMarks] = [],
        sections: [RestoredSection] = []
    ) {
        self.changes = changes
        self.inverse = inverse
        self.clamps = clamps
        self.marks = marks
        self.sections = sections
    }
}
