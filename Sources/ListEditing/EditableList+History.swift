extension EditableList {
    /// Takes the newest set back exactly, as if it had never been; does nothing unless it is the
    /// last thing that happened to the list.
    ///
    /// For a set that turned out too large to be kept, right after the `apply` or `applyInverse`
    /// that gave `applied`; a noop has nothing to take back.
    ///
    /// - Complexity: that of the edit.
    public mutating func revert(_ applied: Applied) {
        guard !applied.changes.isEmpty, let log = newest else { return }
        contents.rollBack(log)
        history.removeNewest()
        revision -= 1
        newest = nil
    }

    /// Hands the list the sets that made it what it is (after a restart), oldest first, the last
    /// being the list's revision.
    ///
    /// A gap between revisions makes those before it useless; they are left out, as are all if the
    /// last is another revision.
    ///
    /// - Complexity: O(the sizes of the sets · log n).
    public mutating func adoptHistory(
        _ sets: [(revision: Int, changes: ChangeSet, inverse: Inverse?)]
    ) {
        var start = sets.count
        while start > 0, sets[start - 1].revision == revision - (sets.count - start) { start -= 1 }
        history = History(start: revision - (sets.count - start))
        for set in sets[start...] {
            history.append(set.changes, set.inverse)
            let placed = set.changes.insertedRows.map(\.row) + set.changes.movedRows.map(\.row)
            for row in placed { _ = contents.update(row) { $0.stamp = set.revision } }
        }
        newest = nil
    }

    /// Forgets sets at or below `revision`: places can be carried from there on only.
    ///
    /// - Complexity: O(1) amortised for each set forgotten.
    public mutating func forgetHistory(through revision: Int) {
        history.forget(through: revision)
    }

    /// The oldest base that places can be carried from.
    ///
    /// - Complexity: O(1).
    public var historyStart: Int { history.start }

    /// A copy that shares the rows and has no history: for reading it while this one goes on.
    ///
    /// - Complexity: O(1); the first change of either after it copies O(n) bytes, n in the rows.
    public var withoutHistory: EditableList {
        var copy = self
        copy.history = History(start: revision)
        copy.newest = nil
        return copy
    }
}
