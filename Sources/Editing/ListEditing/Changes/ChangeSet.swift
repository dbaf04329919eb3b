/// The net effect of one edit, as in a UIKit batch update (<doc:ChangeSetsAndBatchUpdates>).
///
/// Deletions, updates and the `from` of moves are paths in the list before the set; insertions and
/// the `to` of moves are paths in the list after it. Entries ascend by these paths, moves by
/// `from`.
public struct ChangeSet: Hashable, Sendable {
    /// Deleted sections; rows that were deleted with them are not in `deletedRows`.
    public var deletedSections: [SectionDeletion] = []
    /// Inserted sections.
    public var insertedSections: [SectionInsertion] = []
    /// Sections that the edit moved.
    public var movedSections: [SectionMove] = []
    /// Sections whose title or rules changed.
    public var updatedSections: [SectionUpdate] = []
    /// Deleted rows of sections that remain.
    public var deletedRows: [RowDeletion] = []
    /// Inserted rows.
    public var insertedRows: [RowInsertion] = []
    /// Rows that the edit moved, without those that only shifted.
    public var movedRows: [RowMove] = []
    /// Rows whose fields or rules changed.
    public var updatedRows: [RowUpdate] = []
    /// The change of the list's title and rules; nil: none.
    public var updatedList: ListUpdate?

    /// Creates a set that changes nothing.
    public init() {}

    /// Whether the set changes nothing.
    ///
    /// - Complexity: O(1).
    public var isEmpty: Bool {
        !changesSections && deletedRows.isEmpty && insertedRows.isEmpty && movedRows.isEmpty
            && updatedRows.isEmpty && updatedSections.isEmpty && updatedList == nil
    }

    /// Whether the set only changes fields of rows.
    var changesOnlyFields: Bool {
        !changesSections && deletedRows.isEmpty && insertedRows.isEmpty && movedRows.isEmpty
            && updatedSections.isEmpty && updatedList == nil
            && updatedRows.allSatisfy { $0.rules == RowRulesChange() }
    }

    /// Whether the set inserts, deletes or moves sections.
    var changesSections: Bool {
        !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty)
    }
}

/// An entry of `insertedRows`.
public struct RowInsertion: Hashable, Sendable {
    /// The row.
    public var row: RowID
    /// Its path after the set.
    public var at: IndexPath
    /// Its fields.
    public var fields: Fields
    /// Its rules.
    public var rules: RowRules

    /// Creates an entry.
    public init(row: RowID, at: IndexPath, fields: Fields, rules: RowRules) {
        self.row = row
        self.at = at
        self.fields = fields
        self.rules = rules
    }
}

/// An entry of `deletedRows`.
public struct RowDeletion: Hashable, Sendable {
    /// The row.
    public var row: RowID
    /// Its path before the set.
    public var at: IndexPath

    /// Creates an entry.
    public init(row: RowID, at: IndexPath) {
        self.row = row
        self.at = at
    }
}

/// An entry of `movedRows`.
public struct RowMove: Hashable, Sendable {
    /// The row.
    public var row: RowID
    /// Its path before the set.
    public var from: IndexPath
    /// Its path after the set.
    public var to: IndexPath

    /// Creates an entry.
    public init(row: RowID, from: IndexPath, to: IndexPath) {
        self.row = row
        self.from = from
        self.to = to
    }
}

/// An entry of `updatedRows`.
public struct RowUpdate: Hashable, Sendable {
    /// The row.
    public var row: RowID
    /// Its path before the set.
    public var at: IndexPath
    /// The fields that changed, ascending by name.
    public var fields: [FieldChange]
    /// The rules that changed.
    public var rules: RowRulesChange

    /// Creates an entry.
    public init(row: RowID, at: IndexPath, fields: [FieldChange], rules: RowRulesChange) {
        self.row = row
        self.at = at
        self.fields = fields
        self.rules = rules
    }
}

// Canonical equivalence: tests and tools compare them, the server does not.
/// An entry of `insertedSections`.
public struct SectionInsertion: Hashable, Sendable {
    /// The section.
    public var section: SectionID
    /// Its index after the set.
    public var at: Int
    /// Its title.
    public var title: String
    /// Its rules.
    public var rules: Rules

    /// Creates an entry.
    public init(section: SectionID, at: Int, title: String, rules: Rules) {
        self.section = section
        self.at = at
        self.title = title
        self.rules = rules
    }
}

/// An entry of `deletedSections`; the rows that are deleted with it are not listed.
public struct SectionDeletion: Hashable, Sendable {
    /// The section.
    public var section: SectionID
    /// Its index before the set.
    public var at: Int

    /// Creates an entry.
    public init(section: SectionID, at: Int) {
        self.section = section
        self.at = at
    }
}

/// An entry of `movedSections`.
public struct SectionMove: Hashable, Sendable {
    /// The section.
    public var section: SectionID
    /// Its index before the set.
    public var from: Int
    /// Its index after the set.
    public var to: Int

    /// Creates an entry.
    public init(section: SectionID, from: Int, to: Int) {
        self.section = section
        self.from = from
        self.to = to
    }
}

// Canonical equivalence: tests and tools compare them, the server does not.
/// An entry of `updatedSections`.
public struct SectionUpdate: Hashable, Sendable {
    /// The section.
    public var section: SectionID
    /// Its index before the set.
    public var at: Int
    /// Its new title, if it changed.
    public var title: String?
    /// All its new rules, if they changed.
    public var rules: Rules?

    /// Creates an entry.
    public init(section: SectionID, at: Int, title: String?, rules: Rules?) {
        self.section = section
        self.at = at
        self.title = title
        self.rules = rules
    }
}

// Canonical equivalence: tests and tools compare them, the server does not.
/// The change of the list's title and rules by a set.
public struct ListUpdate: Hashable, Sendable {
    /// Its new title, if it changed.
    public var title: String?
    /// All its new rules, if they changed.
    public var rules: Rules?

    /// Creates an entry.
    public init(title: String?, rules: Rules?) {
        self.title = title
        self.rules = rules
    }
}
