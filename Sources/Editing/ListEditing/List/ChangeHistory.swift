/// The newest change sets of a list, without a gap, for rebasing places from a stale base.
///
/// The values of fields do not affect places, so sets that change nothing else share one empty
/// entry.
struct ChangeHistory {
    /// What a set did to the places of rows and sections.
    final class PastSet: Sendable {
        let changes: ChangeSet
        /// Nil: unknown; the list cannot be rolled back through such a set.
        let inverse: Inverse?
        /// The number of rows and sections that the set and its inverse place.
        let weight: Int
        /// The approximate size in memory.
        let byteCount: Int

        init(changes: ChangeSet, inverse: Inverse?) {
            self.changes = changes
            self.inverse = inverse
            var weight = changes.placedCount
            var bytes = 64 + changes.byteCount
            if let inverse {
                bytes += inverse.steps.count * MemoryLayout<InverseStep>.stride
                let holdsValues =
                    !(changes.deletedRows.isEmpty && changes.deletedSections.isEmpty
                    && changes.updatedRows.isEmpty)
                if holdsValues { bytes += inverse.heldByteCount }
                if !changes.deletedSections.isEmpty { weight += inverse.restoredCount }
            }
            self.weight = weight
            byteCount = bytes
        }

        /// The entry of every set that only set fields: it changed no place.
        static let fieldsOnly = PastSet(changes: ChangeSet(), inverse: Inverse())

        /// The entry of a set.
        static func of(_ changes: ChangeSet, _ inverse: Inverse?) -> PastSet {
            changes.changesOnlyFields ? fieldsOnly : PastSet(changes: changes, inverse: inverse)
        }
    }

    private struct Item {
        var entry: PastSet
        /// The total weight up to this set, with an arbitrary origin.
        var total: Int
    }

    private var items: ContiguousArray<Item> = []
    private var head = 0
    /// The revision before the oldest set: the oldest base that places can be rebased from.
    private(set) var start: Int
    /// The approximate size of the sets in memory.
    private(set) var byteCount = 0

    /// Creates an empty history of a list at revision `start`.
    init(start: Int) { self.start = start }

    /// The set that made `revision`.
    subscript(revision: Int) -> PastSet { items[head + revision - start - 1].entry }

    /// The number of sets.
    var count: Int { items.count - head }

    /// The number of rows and sections that the sets after `base` place.
    ///
    /// - Complexity: O(1).
    func weight(after base: Int) -> Int {
        let place = head + max(base, start) - start
        guard place < items.count else { return 0 }
        return items[items.count - 1].total - items[place].total + items[place].entry.weight
    }

    /// Appends the set of the next revision.
    mutating func append(_ changes: ChangeSet, _ inverse: Inverse?) {
        let entry = PastSet.of(changes, inverse)
        items.append(Item(entry: entry, total: (items.last?.total ?? 0) + entry.weight))
        byteCount += entry.byteCount
    }

    /// Inserts sets before the oldest one, in order.
    ///
    /// - Complexity: O(k) in their entries and in the sets that are there.
    mutating func prepend(_ entries: [PastSet]) {
        var total = head < items.count ? items[head].total - items[head].entry.weight : 0
        var older: [Item] = []
        older.reserveCapacity(entries.count)
        for entry in entries.reversed() {
            older.append(Item(entry: entry, total: total))
            total -= entry.weight
            byteCount += entry.byteCount
        }
        items.replaceSubrange(..<head, with: older.reversed())
        head = 0
        start -= entries.count
    }

    /// Removes the newest set, which may be forgotten already.
    mutating func removeNewest() {
        guard count > 0 else {
            start -= 1
            return
        }
        byteCount -= items.removeLast().entry.byteCount
    }

    /// Drops the inverse of the newest set, unless that set changed no place.
    mutating func dropNewestInverse() {
        guard count > 0, let last = items.last, last.entry !== PastSet.fieldsOnly else { return }
        let entry = PastSet(changes: last.entry.changes, inverse: nil)
        byteCount += entry.byteCount - last.entry.byteCount
        items[items.count - 1] = Item(
            entry: entry, total: last.total + entry.weight - last.entry.weight)
    }

    /// Removes sets at or below `revision`.
    mutating func forget(through revision: Int) {
        let removed = min(max(0, revision - start), count)
        for place in head..<head + removed {
            byteCount -= items[place].entry.byteCount
            items[place].entry = PastSet.fieldsOnly
        }
        head += removed
        start += removed
        if head > items.count / 2 {
            items.removeFirst(head)
            head = 0
        }
    }
}

extension ChangeSet {
    /// The number of rows and sections that the set places.
    fileprivate var placedCount: Int {
        let rows = deletedRows.count + insertedRows.count + movedRows.count
        return changesSections
            ? rows + deletedSections.count + insertedSections.count + movedSections.count : rows
    }

    /// The approximate size in memory; ids share their storage with the list.
    fileprivate var byteCount: Int {
        var bytes = deletedRows.count * 32 + movedRows.count * 48
        for entry in insertedRows { bytes += 64 + entry.fields.heapBytes }
        if changesSections {
            bytes += deletedSections.count * 24 + movedSections.count * 32
            for entry in insertedSections { bytes += 128 + entry.title.heapBytes }
        }
        for entry in updatedSections { bytes += 128 + (entry.title?.heapBytes ?? 0) }
        for entry in updatedRows {
            bytes += 64
            for field in entry.fields { bytes += field.byteCount }
        }
        return bytes
    }
}

extension Inverse {
    /// The number of rows in the sections that it restores.
    fileprivate var restoredCount: Int {
        var count = 0
        for case .restoreSection(let section, _) in steps { count += section.rows.count }
        return count
    }

    /// The approximate size in memory of the fields and deleted rows that it holds.
    fileprivate var heldByteCount: Int {
        var bytes = 0
        for step in steps {
            switch step {
            case .restoreSection(let section, _):
                for row in section.rows { bytes += row.heapBytes }
            case .restoreRow(let row, _, _): bytes += row.heapBytes
            case .updateRow(_, let fields, _):
                for field in fields {
                    bytes += 64 + field.name.heapBytes + (field.value?.json.heapBytes ?? 0)
                }
            default: break
            }
        }
        return bytes
    }
}

extension FieldChange {
    fileprivate var byteCount: Int { 32 + name.heapBytes + (value?.json.heapBytes ?? 0) }
}

extension Row {
    fileprivate var heapBytes: Int {
        MemoryLayout<Row>.stride + id.text.heapBytes + fields.heapBytes
    }
}

extension String {
    /// The approximate size of the text on the heap.
    fileprivate var heapBytes: Int { utf8.count > 15 ? utf8.count + 32 : 0 }
}
