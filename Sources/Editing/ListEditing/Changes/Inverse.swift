import TextBytes

/// The steps that undo a change set.
///
/// They name rows and sections by id. What comes or goes back takes the place of the mark that the set
/// left of it (`PlaceMarks`); the neighbours that a step names are for lists that keep no marks, and for
/// sets that left none. So an inverse still applies after other edits. The journal stores it with its
/// set.
public struct Inverse: Hashable, Sendable {
    /// The steps, applied in order.
    public var steps: [InverseStep]

    /// Creates an inverse from its steps.
    public init(steps: [InverseStep] = []) { self.steps = steps }

    /// The number of marks that its set left.
    ///
    /// - Complexity: O(k) in the steps.
    public var markCount: Int {
        steps.count { step in
            switch step {
            case .restoreSection, .moveSection, .moveRow, .restoreRow: true
            case .deleteRow, .updateRow, .deleteSection, .updateSection, .updateList: false
            }
        }
    }

    /// Whether it brings back a row or a section that has rules.
    ///
    /// As a redo, it inserts them once more: as an edit that inserts with rules, that is an owner's.
    public var bringsRules: Bool {
        steps.contains { step in
            switch step {
            case .restoreRow(let row, _, _): row.rules != RowRules()
            case .restoreSection(let section, _):
                section.rules != Rules() || section.rows.contains { $0.rules != RowRules() }
            default: false
            }
        }
    }
}

// Canonical equivalence: tests and tools compare them, the server does not.
/// One step of an `Inverse`.
///
/// The steps are in the order of these cases; `restoreSection` and `moveSection` are mixed, and so
/// are `moveRow` and `restoreRow`. Those ascend by their places before the set, so that a neighbour
/// named in `after` has its old place already.
public enum InverseStep: Hashable, Sendable {
    /// Inserts a section that the set deleted, with the rows that were deleted with it.
    case restoreSection(SectionState, at: SectionNeighbours)
    /// Moves a section back; `placed` is `SectionState.placed` after the set and before it, nil in a step
    /// of an earlier version. The section is moved only if its value is still the new one.
    case moveSection(SectionID, to: SectionNeighbours, placed: ValueChange<Int>?)
    /// Deletes a row that the set inserted; `rules` are those that it was inserted with.
    case deleteRow(RowID, rules: RowRules)
    /// Restores fields (ascending by name) and rules of a row; `rules` is nil if the set changed
    /// none.
    case updateRow(RowID, fields: [FieldInverse], rules: ValueChange<RowRules>?)
    /// Moves a row back; `placed` is `Authorship.placed` after the set and before it. The row is
    /// moved only if its value is still the new one, that is, unless the row was moved again.
    case moveRow(RowID, to: RowNeighbours, placed: ValueChange<Int>)
    /// Inserts a row that the set deleted, as it was; `insertable` is whether the rules of its
    /// section allowed inserts then.
    case restoreRow(Row, at: RowNeighbours, insertable: Bool)
    /// Deletes a section that the set inserted; `rules` are those that it was inserted with.
    case deleteSection(SectionID, rules: Rules)
    /// Restores a section's title and rules, each if the set changed it.
    case updateSection(SectionID, title: ValueChange<String>?, rules: ValueChange<Rules>?)
    /// Restores the list's title and rules, each if the set changed it.
    case updateList(title: ValueChange<String>?, rules: ValueChange<Rules>?)
}

/// A row's place before a set, given by its neighbours.
public struct RowNeighbours: Hashable, Sendable {
    /// The row's section.
    public var section: SectionID
    /// The row directly before it; nil: it was the section's first.
    public var after: RowID?
    /// The nearest row after it that the set neither moved nor deleted; nil: there was none.
    public var before: RowID?

    /// Creates a place.
    public init(section: SectionID, after: RowID?, before: RowID?) {
        self.section = section
        self.after = after
        self.before = before
    }
}

/// A section's place before a set, given by its neighbours.
public struct SectionNeighbours: Hashable, Sendable {
    /// The section directly before it; nil: it was the first.
    public var after: SectionID?
    /// The nearest section after it that the set neither moved nor deleted; nil: there was none.
    public var before: SectionID?

    /// Creates a place.
    public init(after: SectionID?, before: SectionID?) {
        self.after = after
        self.before = before
    }
}

/// A value that a set changed, after the set and before it.
///
/// Undo restores the old value only if the value is still the new one.
public struct ValueChange<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value after the set.
    public var new: Value
    /// The value before it.
    public var old: Value

    /// Creates a change.
    public init(new: Value, old: Value) {
        self.new = new
        self.old = old
    }
}

/// A field as it was before a set changed it.
public struct FieldInverse: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// Its value before the set; nil: there was none.
    public var value: FieldValue?
    /// The field's mark (the revision that set the value) after the set and before it.
    ///
    /// Undo restores the value and the old mark only if the mark is still the new one.
    public var mark: ValueChange<Int>

    /// Creates the old state of a field.
    public init(name: String, value: FieldValue?, mark: ValueChange<Int>) {
        self.name = name
        self.value = value
        self.mark = mark
    }
}

extension FieldInverse {
    /// Whether both are the same, texts byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.name.isSame(as: right.name) && left.value == right.value && left.mark == right.mark
    }

    /// Hashes texts by their bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(TextKey(name))
        hasher.combine(value)
        hasher.combine(mark)
    }
}
