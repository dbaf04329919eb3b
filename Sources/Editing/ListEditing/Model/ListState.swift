import TextBytes

/// A whole list as a plain value, for creating lists, for snapshots and for restoring.
public struct ListState: Hashable, Sendable {
    /// The revision of the newest set that it includes.
    public var revision: Int
    /// The list's title.
    public var title: String
    /// The list's rules.
    public var rules: Rules
    /// The sections in order, with their rows.
    public var sections: [SectionState]

    /// Creates a list's state.
    public init(revision: Int, title: String, rules: Rules, sections: [SectionState]) {
        self.revision = revision
        self.title = title
        self.rules = rules
        self.sections = sections
    }

    /// As ``EditableList/doneCount``.
    ///
    /// - Complexity: O(n).
    public var doneCount: Int {
        guard rules.kind != .plain else { return 0 }
        return sections.reduce(0) { $0 + $1.rows.count(where: \.isDone) }
    }
}

/// A section with its rows as a plain value.
public struct SectionState: Hashable, Sendable {
    /// The section's id.
    public var id: SectionID
    /// Its title.
    public var title: String
    /// Its rules, which narrow the list's.
    public var rules: Rules
    /// Its rows in order.
    public var rows: [Row]
    /// The revision of the set that placed it (its insert counts); after an undo, of the set whose place
    /// was restored; 0: created with the list.
    public var placed: Int

    /// Creates a section.
    public init(
        id: SectionID, title: String, rules: Rules = Rules(), rows: [Row] = [], placed: Int = 0
    ) {
        self.id = id
        self.title = title
        self.rules = rules
        self.rows = rows
        self.placed = placed
    }
}

extension ListState {
    /// Whether both are the same, texts byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.revision == right.revision && left.title.isSame(as: right.title)
            && left.rules == right.rules && left.sections == right.sections
    }

    /// Hashes texts by their bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(revision)
        hasher.combine(TextKey(title))
        hasher.combine(rules)
        hasher.combine(sections)
    }
}

extension SectionState {
    /// Whether both are the same, texts byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.title.isSame(as: right.title) && left.rules == right.rules
            && left.rows == right.rows && left.placed == right.placed
    }

    /// Hashes texts by their bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(TextKey(title))
        hasher.combine(rules)
        hasher.combine(rows)
        hasher.combine(placed)
    }
}
