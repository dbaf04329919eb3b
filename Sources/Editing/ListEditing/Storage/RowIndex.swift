/// A hash table from row ids to the leaves that hold them, with eight bytes per entry.
///
/// Instead of the id it stores 32 bits of its hash, the tag. Ids may share a tag, so the caller
/// checks each leaf that is found. Linear probing; at most three quarters of the buckets are used.
struct RowIndex {
    private struct Entry {
        var tag: UInt32
        /// The leaf plus one; 0: empty.
        var leaf: UInt32
    }

    private var entries = [Entry](repeating: Entry(tag: 0, leaf: 0), count: 16)
    private var used = 0

    static func tag(_ id: RowID) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }

    /// The first leaf with `tag` for which `holds` returns an offset.
    func find(_ tag: UInt32, _ holds: (Int) -> Int?) -> RowPosition? {
        let mask = entries.count - 1
        var bucket = Int(tag) & mask
        while entries[bucket].leaf != 0 {
            if entries[bucket].tag == tag {
                let leaf = Int(entries[bucket].leaf) - 1
                if let offset = holds(leaf) { return RowPosition(leaf: leaf, offset: offset) }
            }
            bucket = (bucket + 1) & mask
        }
        return nil
    }

    /// Makes room for that many more entries at once.
    mutating func reserve(_ count: Int) {
        var buckets = entries.count
        while (used + count) * 4 > buckets * 3 { buckets *= 2 }
        if buckets > entries.count { grow(to: buckets) }
    }

    mutating func insert(_ tag: UInt32, leaf: Int) {
        if (used + 1) * 4 > entries.count * 3 { grow(to: entries.count * 2) }
        put(Entry(tag: tag, leaf: UInt32(leaf + 1)))
        used += 1
    }

    mutating func move(_ tag: UInt32, from leaf: Int, to newLeaf: Int) {
        if let bucket = bucket(of: tag, leaf: leaf) { entries[bucket].leaf = UInt32(newLeaf + 1) }
    }

    mutating func remove(_ tag: UInt32, leaf: Int) {
        guard var hole = bucket(of: tag, leaf: leaf) else { return }
        let mask = entries.count - 1
        var next = (hole + 1) & mask
        // Entries after the hole move into it, unless it is before their own bucket.
        while entries[next].leaf != 0 {
            let home = Int(entries[next].tag) & mask
            if (next - home) & mask >= (next - hole) & mask {
                entries[hole] = entries[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        entries[hole].leaf = 0
        used -= 1
    }

    private func bucket(of tag: UInt32, leaf: Int) -> Int? {
        let mask = entries.count - 1
        var bucket = Int(tag) & mask
        while entries[bucket].leaf != 0 {
            if entries[bucket].tag == tag, entries[bucket].leaf == UInt32(leaf + 1) {
                return bucket
            }
            bucket = (bucket + 1) & mask
        }
        return nil
    }

    private mutating func put(_ entry: Entry) {
        let mask = entries.count - 1
        var bucket = Int(entry.tag) & mask
        while entries[bucket].leaf != 0 { bucket = (bucket + 1) & mask }
        entries[bucket] = entry
    }

    private mutating func grow(to buckets: Int) {
        let old = entries
        entries = [Entry](repeating: Entry(tag: 0, leaf: 0), count: buckets)
        for entry in old where entry.leaf != 0 { put(entry) }
    }
}
