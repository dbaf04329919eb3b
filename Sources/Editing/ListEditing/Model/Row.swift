/// A row as a plain value.
public struct Row: Hashable, Identifiable, Sendable {
    /// The row's id.
    public var id: RowID
    /// Its fields.
    public var fields: Fields
    /// Its rules.
    public var rules: RowRules
    /// Who inserted and changed it, and when.
    public var authorship: Authorship

    /// Creates a row; without `authorship`, one that was created with its list.
    public init(
        id: RowID, fields: Fields = Fields(), rules: RowRules = RowRules(),
        authorship: Authorship = .createdWithList
    ) {
        self.id = id
        self.fields = fields
        self.rules = rules
        self.authorship = authorship
        if !authorship.fieldMarks.isEmpty { self.authorship.fieldMarks.note(fields) }
    }

    /// Whether its field `done`, which clients show as a checkbox, is `true`.
    ///
    /// - Complexity: as reading a field.
    public var isDone: Bool { fields.isTrue(Self.doneField) }

    static let doneField = "done"

    /// Whether both are equal and their authorships have the same meaning.
    ///
    /// - Complexity: O(n) in the fields.
    public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.fields == right.fields && left.rules == right.rules
            && left.authorship.isEquivalent(to: right.authorship, for: left.fields)
    }

    /// Hashes id, fields and rules.
    ///
    /// - Complexity: O(n) in the fields.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(fields)
        hasher.combine(rules)
    }
}
