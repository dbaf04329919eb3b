/// The newest change sets of a list without a gap, for carrying places from a stale base.
///
/// Values of fields have no say in that, so sets that change nothing else are not held here.
struct History {
    /// What a set did to places.
    final class Entry: Sendable {
        let changes: ChangeSet
        /// Nil where it is not known; the list cannot be rolled back through such a set.
        let inverse: Inverse?

        init(changes: ChangeSet, inverse: Inverse?) {
            self.changes = changes
            self.inverse = inverse
        }

        /// Of a set that only gave rows new fields: every place is as it was.
        static let still = Entry(changes: ChangeSet(), inverse: Inverse())
    }

    private var entries: ContiguousArray<Entry> = []
    private var head = 0
    /// The revision before the oldest set: the oldest base that places can be carried from.
    private(set) var start: Int

    init(start: Int) { self.start = start }

    /// The set that made `revision`.
    subscript(revision: Int) -> Entry { entries[head + revision - start - 1] }

    var count: Int { entries.count - head }

    mutating func append(_ changes: ChangeSet, _ inverse: Inverse?) {
        entries.append(
            changes.changesOnlyFields ? .still : Entry(changes: changes, inverse: inverse))
    }

    mutating func removeNewest() {
        if count > 0 { entries.removeLast() }
    }

    mutating func forget(through revision: Int) {
        let gone = min(max(0, revision - start), count)
        for place in head..<head + gone {
            entries[place] = .still
        }
        head += gone
        start += gone
        if head > entries.count / 2 {
            entries.removeFirst(head)
            head = 0
        }
    }
}
