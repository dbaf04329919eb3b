/// Removing sets that turned out not to be: the newest one, or all since a checkpoint.
extension EditableList {
    /// Removes the newest set exactly, as if it had not been applied.
    ///
    /// Does nothing if something else has happened to the list since. For a set that is too large
    /// to be stored, directly after the `apply` or `applyInverse` that returned `applied`; a noop
    /// has nothing to remove.
    ///
    /// - Complexity: that of the edit.
    public mutating func revert(_ applied: Applied) {
        guard !applied.changes.isEmpty, let newest = reverts.takeNewest() else { return }
        revert(newest)
    }

    /// Keeps from here on what `rollBackToCheckpoint()` needs, until `clearCheckpoint()`.
    ///
    /// - Complexity: O(1); the sets after the checkpoint hold the rows that they removed.
    public mutating func setCheckpoint() { reverts.setCheckpoint() }

    /// Removes all sets since the checkpoint exactly, as if they had not been applied, and the
    /// checkpoint.
    ///
    /// Does nothing without a checkpoint. History that was forgotten meanwhile stays forgotten. The list
    /// must not have been handed older history since the checkpoint.
    ///
    /// - Complexity: that of the sets; see `checkpointCost`.
    public mutating func rollBackToCheckpoint() {
        for log in reverts.takeAll().reversed() { revert(log) }
    }

    /// The sets since the checkpoint stay: they cannot be removed any more.
    ///
    /// - Returns: What would have removed them. It holds the rows that they removed, of which the memory is
    ///   freed with it: for 100,000 rows that takes milliseconds.
    @discardableResult
    public mutating func clearCheckpoint() -> EndedCheckpoint {
        defer { reverts = RevertLogs() }
        return EndedCheckpoint(reverts: reverts)
    }

    /// The work of `rollBackToCheckpoint()`, in units of `cost(of:)`.
    ///
    /// - Complexity: O(m) in the mutations since the checkpoint.
    public var checkpointCost: Int { reverts.cost }

    private mutating func revert(_ log: RevertLogs.Log) {
        for previous in log.previousAuthorships.reversed() {
            contents.restore(previous.authorship, of: previous.row)
        }
        contents.rollBack(log.mutations)
        if log.isSet { removeNewestSet() }
    }
}

/// What a checkpoint held that is no more.
public struct EndedCheckpoint: Sendable {
    let reverts: RevertLogs

    /// The work of `rollBackToCheckpoint()`, had it been called, in units of `EditableList.cost(of:)`.
    ///
    /// - Complexity: O(m) in the mutations since the checkpoint.
    public var cost: Int { reverts.cost }
}

/// What removes the newest sets of a list: that of the last set, or those since a checkpoint.
struct RevertLogs {
    struct Log {
        var mutations: [Mutation]
        /// The authorship of rows whose fields the set changed in place, before it.
        let previousAuthorships: [(row: RowID, authorship: PreviousAuthorship)]
        /// Whether it is of a set, not of marks that were released.
        let isSet: Bool
    }

    private var logs: [Log] = []
    private(set) var hasCheckpoint = false
    /// Whether nothing happened since the last of `logs`.
    private var isNewest = false

    /// An edit, an undo or a replay begins.
    mutating func begin() {
        isNewest = false
        if !hasCheckpoint { logs.removeAll(keepingCapacity: true) }
    }

    mutating func setCheckpoint() {
        logs.removeAll(keepingCapacity: true)
        isNewest = false
        hasCheckpoint = true
    }

    /// The set of a transaction is made.
    mutating func append(_ transaction: Transaction) {
        logs.append(
            Log(
                mutations: transaction.log,
                previousAuthorships: transaction.previousAuthorships, isSet: true))
        isNewest = true
    }

    /// Marks of places were released.
    mutating func append(_ change: MarkChange) {
        isNewest = false
        guard hasCheckpoint else { return }
        if logs.isEmpty { logs.append(Log(mutations: [], previousAuthorships: [], isSet: false)) }
        logs[logs.count - 1].mutations.append(.marks(change))
    }

    /// Takes the log of the set that was made last, if nothing has happened since.
    mutating func takeNewest() -> Log? {
        guard isNewest else { return nil }
        isNewest = false
        return logs.popLast()
    }

    /// Takes the logs since the checkpoint, oldest first; there is none any more.
    mutating func takeAll() -> [Log] {
        guard hasCheckpoint else { return [] }
        defer { self = RevertLogs() }
        return logs
    }

    /// The work of taking back what is behind the checkpoint.
    var cost: Int {
        guard hasCheckpoint else { return 0 }
        return logs.reduce(0) { cost, log in
            log.mutations.reduce(cost + log.previousAuthorships.count) { $0 + $1.cost }
        }
    }
}

extension Mutation {
    /// The work of rolling it back, in units of `EditableList.cost(of:)`.
    fileprivate var cost: Int {
        switch self {
        case .removedSection(_, _, .records(let rows)): 20 + rows.count
        case .insertedSection, .removedSection, .movedSection: 20
        case .insertedRow, .removedRow, .replacedFields, .replacedRules, .replacedSection,
            .replacedList, .placedSection, .placedRow, .marks:
            1
        }
    }
}
