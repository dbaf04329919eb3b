/// The newest change sets of a list without a gap, for carrying places from a stale base.
///
/// Values of fields have no say in that, so sets that change nothing else are not held here.
struct History {
    /// What a set did to places.
    final class Entry: Sendable {
        let changes: ChangeSet
        /// Nil where it is not known; the list cannot be rolled back through such a set.
        let inverse: Inverse?
        /// The rows and sections that set and inverse place.
        let weight: Int
        /// About the bytes in memory.
        let byteCount: Int

        init(changes: ChangeSet, inverse: Inverse?) {
            self.changes = changes
            self.inverse = inverse
            var weight = changes.placedCount
            var bytes = 64 + changes.byteCount
            if let inverse {
                bytes += inverse.steps.count * MemoryLayout<InverseStep>.stride
                let isKeeping =
                    !(changes.deletedRows.isEmpty && changes.deletedSections.isEmpty
                    && changes.updatedRows.isEmpty)
                if isKeeping { bytes += inverse.keptByteCount }
                if !changes.deletedSections.isEmpty { weight += inverse.restoredCount }
            }
            self.weight = weight
            byteCount = bytes
        }

        /// Of a set that only gave rows new fields: every place is as it was.
        static let still = Entry(changes: ChangeSet(), inverse: Inverse())

        static func of(_ changes: ChangeSet, _ inverse: Inverse?) -> Entry {
            changes.changesOnlyFields ? still : Entry(changes: changes, inverse: inverse)
        }
    }

    private struct Link {
        var entry: Entry
        /// The weight of this set and all before it, counted from anywhere.
        var total: Int
    }

    private var links: ContiguousArray<Link> = []
    private var head = 0
    /// The revision before the oldest set: the oldest base that places can be carried from.
    private(set) var start: Int
    /// About the bytes that the sets take in memory.
    private(set) var byteCount = 0

    init(start: Int) { self.start = start }

    /// The set that made `revision`.
    subscript(revision: Int) -> Entry { links[head + revision - start - 1].entry }

    var count: Int { links.count - head }

    /// The rows and sections that the sets after `base` place.
    ///
    /// - Complexity: O(1).
    func weight(after base: Int) -> Int {
        let place = head + max(base, start) - start
        guard place < links.count else { return 0 }
        return links[links.count - 1].total - links[place].total + links[place].entry.weight
    }

    mutating func append(_ changes: ChangeSet, _ inverse: Inverse?) {
        let entry = Entry.of(changes, inverse)
        links.append(Link(entry: entry, total: (links.last?.total ?? 0) + entry.weight))
        byteCount += entry.byteCount
    }

    /// Puts sets before the oldest one, in order.
    ///
    /// - Complexity: O(k) for their entries, and one move of the sets that are there.
    mutating func prepend(_ entries: [Entry]) {
        var total = head < links.count ? links[head].total - links[head].entry.weight : 0
        var older: [Link] = []
        older.reserveCapacity(entries.count)
        for entry in entries.reversed() {
            older.append(Link(entry: entry, total: total))
            total -= entry.weight
            byteCount += entry.byteCount
        }
        links.replaceSubrange(..<head, with: older.reversed())
        head = 0
        start -= entries.count
    }

    mutating func removeNewest() {
        guard count > 0 else { return }
        byteCount -= links.removeLast().entry.byteCount
    }

    /// Keeps the newest set without its inverse, unless it left every place as it was.
    mutating func dropNewestInverse() {
        guard count > 0, let last = links.last, last.entry !== Entry.still else { return }
        let entry = Entry(changes: last.entry.changes, inverse: nil)
        byteCount += entry.byteCount - last.entry.byteCount
        links[links.count - 1] = Link(
            entry: entry, total: last.total + entry.weight - last.entry.weight)
    }

    mutating func forget(through revision: Int) {
        let gone = min(max(0, revision - start), count)
        for place in head..<head + gone {
            byteCount -= links[place].entry.byteCount
            links[place].entry = .still
        }
        head += gone
        start += gone
        if head > links.count / 2 {
            links.removeFirst(head)
            head = 0
        }
    }
}

extension ChangeSet {
    fileprivate var placedCount: Int {
        let rows = deletedRows.count + insertedRows.count + movedRows.count
        return changesSections
            ? rows + deletedSections.count + insertedSections.count + movedSections.count : rows
    }

    /// About the bytes in memory; ids are shared with the list.
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
    /// The rows of the sections that it brings back.
    fileprivate var restoredCount: Int {
        var count = 0
        for case .restoreSection(let section, _) in steps { count += section.rows.count }
        return count
    }

    /// About the bytes in memory of what it keeps of fields and of deleted rows.
    fileprivate var keptByteCount: Int {
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

extension Fields {
    fileprivate var heapBytes: Int {
        entries.isEmpty ? 0 : 32 + entries.count * MemoryLayout<Field>.stride + byteCount
    }
}

extension String {
    /// About the bytes that the text takes beside the value itself.
    fileprivate var heapBytes: Int { utf8.count > 15 ? utf8.count + 32 : 0 }
}
