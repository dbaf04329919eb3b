/// The newest change sets of a list without a gap, for carrying places from a stale base.
struct History {
    struct Entry {
        var changes: ChangeSet
        /// Nil where it is not known; the list cannot be rolled back through such a set.
        var inverse: Inverse?
    }

    private var entries: ContiguousArray<Entry> = []
    private var head = 0
    /// The revision before the oldest set: the oldest base that places can be carried from.
    private(set) var start: Int

    init(start: Int) { self.start = start }

    /// The set that made `revision`; read in place, since a copy would be ten retains.
    subscript(revision: Int) -> Entry {
        _read { yield entries[head + revision - start - 1] }
    }

    var count: Int { entries.count - head }

    mutating func append(_ changes: ChangeSet, _ inverse: Inverse?) {
        entries.append(Entry(changes: changes, inverse: inverse))
    }

    mutating func removeNewest() {
        if count > 0 { entries.removeLast() }
    }

    mutating func forget(through revision: Int) {
        let gone = min(max(0, revision - start), count)
        for place in head..<head + gone {
            entries[place] = Entry(changes: ChangeSet(), inverse: nil)
        }
        head += gone
        start += gone
        if head > entries.count / 2 {
            entries.removeFirst(head)
            head = 0
        }
    }
}
