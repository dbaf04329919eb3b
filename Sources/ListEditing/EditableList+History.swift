extension EditableList {
    /// Takes the newest set back exactly, as if it had never been; does nothing unless it is the
    /// last thing that happened to the list.
    ///
    /// For a set that turned out too large to be kept, right after the `apply` or `applyInverse`
    /// that gave `applied`; a noop has nothing to take back.
    ///
    /// - Complexity: that of the edit.
    public mutating func revert(_ applied: Applied) {
        guard !applied.changes.isEmpty, let newest else { return }
        self.newest = nil
        for former in newest.formers.reversed() {
            contents.putBack(former.authorship, of: former.row)
        }
        contents.rollBack(newest.log)
        history.removeNewest()
        revision -= 1
    }

    /// Puts older sets before those that the list keeps, oldest first, so that places can be carried
    /// from further back.
    ///
    /// - Returns: false, and nothing is changed, where the last is not of revision `historyStart` or
    ///   a revision between them is missing.
    /// - Complexity: O(the sizes of the sets · log n).
    public mutating func prependHistory(
        _ sets: [(revision: Int, changes: ChangeSet, inverse: Inverse?)]
    ) -> Bool {
        for (place, set) in sets.enumerated()
        where set.revision != history.start - (sets.count - 1 - place) { return false }
        history.prepend(sets.map { History.Entry.of($0.changes, $0.inverse) })
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

    /// Keeps the newest set without its inverse: for an edit that is final, whose inverse is too
    /// large to be kept.
    ///
    /// Places that can be carried over that set only with its inverse are `staleBase` then.
    ///
    /// - Complexity: O(k) in the entries of the set.
    public mutating func dropNewestInverse() { history.dropNewestInverse() }

    /// About the bytes that the kept sets take in memory.
    ///
    /// - Complexity: O(1).
    public var historyByteCount: Int { history.byteCount }

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
