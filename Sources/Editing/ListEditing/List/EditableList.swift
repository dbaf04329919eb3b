/// An ordered list of rows in sections: the value that applies edits, undo and replayed change
/// sets.
///
/// The library has one mutable type, this one. It stores rows in one counted B+-tree for each
/// section (`RowForest`) with a hash index beside them: an edit that names k of n rows costs
/// O(k log n). Sections are stored in an array: an edit that inserts, deletes or moves one of s
/// sections costs O(s). Copying a list is O(1); the first edit of a copy is O(n).
///
/// Every edit takes the same path. `apply(_:_:)` performs the actions one by one on `contents` and
/// logs each `Mutation` in a `Transaction`; a place by index at an older revision is rebased
/// (`ListAtBase`), and each place is clamped (`Clamping.swift`). `commit(_:)` then computes the
/// `ChangeSet`, checks the count rule, makes the `Inverse`, and appends both to the history. An
/// action that is rejected rolls the log back. Undo (`applyInverse(_:of:_:)`) and replay
/// (`replay(_:by:marks:folds:counts:)`) differ in the first part only.
public struct EditableList: Sendable {
    /// The sections and rows, changed only by the primitives of `Contents`.
    var contents: Contents
    /// The newest change sets, from which places of an older base are rebased.
    private(set) var history: ChangeHistory
    /// What removes the newest sets again: the last one, or all since the checkpoint.
    var reverts = RevertLogs()
    /// The revision of the newest set.
    public private(set) var revision: Int
    /// The maximum number of sets kept for rebasing places, not negative.
    ///
    /// A set that exceeds it removes the oldest one.
    public var historyLimit = 10_000

    /// Restores a list from its state.
    ///
    /// The order of rows is taken as it is.
    ///
    /// - Precondition: the ids of sections and rows are unique.
    /// - Complexity: O(n).
    ///
    /// - Parameter marks: the marks of places, as `storedMarks` gave them; nil: the list keeps none, and
    ///   undo goes by neighbours.
    public init(_ state: ListState, marks: StoredPlaceMarks? = nil) {
        contents = Contents(title: state.title, rules: state.rules)
        history = ChangeHistory(start: state.revision)
        revision = state.revision
        for (index, section) in state.sections.enumerated() {
            let rows = section.rows.map { RowRecord($0) }
            let record = SectionRecord(
                id: section.id, title: section.title, rules: section.rules, placed: section.placed)
            _ = contents.insert(record, rows: rows, at: index)
        }
        contents.marks = marks.map { PlaceMarks($0, in: contents, at: revision) }
    }

    // MARK: Creating

    /// Creates a list at revision 0.
    ///
    /// Sorts the rows of each section into bands and keeps their order within each band.
    ///
    /// - Throws: a `Rejection` with `duplicateID`, `tooLarge` (fields, titles, sections),
    ///   `listFull` or `sectionFull`.
    /// - Complexity: O(n).
    public static func create(
        title: String, rules: Rules, sections: [SectionState], limits: EditLimits
    ) throws(Rejection) -> EditableList {
        var sections = sections
        try check(title: title, rules: rules, sections: sections, limits: limits)
        for index in sections.indices {
            let rows = sections[index].rows
            sections[index].rows =
                rows.filter { $0.rules.pinned == .top } + rows.filter { $0.rules.pinned == nil }
                + rows.filter { $0.rules.pinned == .bottom }
        }
        return EditableList(
            ListState(revision: 0, title: title, rules: rules, sections: sections))
    }

    private static func check(
        title: String, rules: Rules, sections: [SectionState], limits: EditLimits
    ) throws(Rejection) {
        func reject(_ code: RejectCode, _ message: String) -> Rejection {
            Rejection(code, action: nil, message: message)
        }
        if title.utf8.count > limits.titleBytes {
            throw reject(.tooLarge, "title of the list is over \(limits.titleBytes) bytes")
        }
        if sections.count > limits.sections {
            throw reject(.tooLarge, "the list has more than \(limits.sections) sections")
        }
        let total = sections.reduce(0) { $0 + $1.rows.count }
        let most = min(limits.rows, rules.maxRows ?? Int.max)
        if total > most { throw reject(.listFull, "the list holds at most \(most) rows") }
        var sectionIDs: Set<SectionID> = []
        var rowIDs: Set<RowID> = []
        for section in sections {
            let name = section.id.text
            if !sectionIDs.insert(section.id).inserted {
                throw reject(.duplicateID, "section \(name) is there twice")
            }
            if section.title.utf8.count > limits.titleBytes {
                throw reject(
                    .tooLarge, "title of section \(name) is over \(limits.titleBytes) bytes")
            }
            if let most = section.rules.maxRows, section.rows.count > most {
                throw reject(.sectionFull, "section \(name) holds at most \(most) rows")
            }
            for row in section.rows {
                if !rowIDs.insert(row.id).inserted {
                    throw reject(.duplicateID, "row \(row.id.text) is there twice")
                }
                if row.fields.byteCount > limits.fieldsBytes {
                    throw reject(
                        .tooLarge,
                        "fields of row \(row.id.text) are over \(limits.fieldsBytes) bytes")
                }
            }
        }
    }

    // MARK: Changing

    /// Starts an edit, an undo or a replay; without a checkpoint, the set before it can no longer be
    /// removed.
    ///
    /// - Parameters:
    ///   - base: the revision that indices count in; nil: the newest.
    ///   - time: when it is made, in Unix milliseconds; 0: not known.
    mutating func begin(
        base: Int?, actions: [Action], limits: EditLimits, author: RowAuthor, at time: Int
    ) -> Transaction {
        reverts.begin()
        return Transaction(
            base: base ?? revision, actions: actions, limits: limits, author: author, at: time)
    }

    /// Makes a set, which `contents` already reflects, the newest one.
    mutating func append(_ changes: ChangeSet, _ inverse: Inverse, _ transaction: Transaction) {
        revision += 1
        history.append(changes, inverse)
        if history.count > historyLimit { history.forget(through: revision - historyLimit) }
        reverts.append(transaction)
    }

    /// Takes the newest set, which `contents` does not reflect any more, out of the history.
    mutating func removeNewestSet() {
        history.removeNewest()
        revision -= 1
    }

    /// Advances the revision by `folds` sets, which `contents` already reflects, and empties the
    /// history: a folded set cannot be rebased through.
    mutating func appendFolded(_ folds: Int) {
        revision += folds
        history = ChangeHistory(start: revision)
    }

    /// Sets the revision back to `base`, whose state `contents` already is, and empties the
    /// history.
    mutating func rewind(to base: Int) {
        revision = base
        history = ChangeHistory(start: base)
    }

    // MARK: History

    /// Inserts older sets before those that the list keeps, oldest first, so that places can be
    /// rebased from an older base.
    ///
    /// - Returns: false, without a change, if the last set is not of revision `historyStart` or a
    ///   revision between them is missing.
    /// - Complexity: O(e log n) for e entries in the sets.
    public mutating func prependHistory(
        _ sets: [(revision: Int, changes: ChangeSet, inverse: Inverse?)]
    ) -> Bool {
        for (place, set) in sets.enumerated()
        where set.revision != history.start - (sets.count - 1 - place) { return false }
        history.prepend(sets.map { ChangeHistory.PastSet.of($0.changes, $0.inverse) })
        for set in sets {
            for entry in set.changes.insertedRows {
                contents.raiseStamp(of: entry.row, to: set.revision)
            }
            for entry in set.changes.movedRows {
                contents.raiseStamp(of: entry.row, to: set.revision)
            }
        }
        return true
    }

    /// Drops the inverse of the newest set, if that inverse is too large to be kept.
    ///
    /// A place that can be rebased over that set only with its inverse is then `staleBase`.
    ///
    /// - Complexity: O(k) in the entries of the set.
    public mutating func dropNewestInverse() { history.dropNewestInverse() }

    /// The approximate size in bytes of the kept sets in memory.
    ///
    /// - Complexity: O(1).
    public var historyByteCount: Int { history.byteCount }

    /// Removes sets at or below `revision`: places can then be rebased from `revision` on only.
    ///
    /// - Complexity: O(1) amortised for each set removed.
    public mutating func forgetHistory(through revision: Int) {
        history.forget(through: revision)
    }

    /// The oldest base that places can be rebased from.
    ///
    /// - Complexity: O(1).
    public var historyStart: Int { history.start }

    /// A copy that shares the rows and has no history, for reading while the original changes.
    ///
    /// - Complexity: O(1); the first change of either list after it copies O(n) bytes for n rows.
    public var withoutHistory: EditableList {
        var copy = self
        copy.history = ChangeHistory(start: revision)
        copy.reverts = RevertLogs()
        return copy
    }
}
