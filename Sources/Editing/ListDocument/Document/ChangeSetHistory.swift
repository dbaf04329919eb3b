import DequeModule

/// The newest change sets of a list as they were sent, without a gap, and how many bytes they are.
package struct ChangeSetHistory: Sendable {
    private var sets: Deque<[UInt8]> = []
    /// The revision of the newest set, or that of the list where none is held.
    private(set) var end: Int
    /// Bytes of the sets.
    private(set) var byteCount = 0

    /// No sets, of a list at `revision`.
    init(at revision: Int) {
        end = revision
    }

    /// The sets above this revision are held.
    package var start: Int { end - sets.count }

    var count: Int { sets.count }

    /// Adds the set of the next revision.
    mutating func append(_ set: [UInt8]) {
        sets.append(set)
        byteCount += set.count
        end += 1
    }

    /// Takes back the sets above `revision`; those that are not held any more are forgotten already.
    mutating func rollBack(to revision: Int) {
        while end > revision {
            end -= 1
            byteCount -= sets.popLast()?.count ?? 0
        }
    }

    /// Puts older sets, the last of which made `start`, before those that are held.
    package mutating func prepend(_ older: some BidirectionalCollection<[UInt8]>) {
        for set in older.reversed() {
            sets.prepend(set)
            byteCount += set.count
        }
    }

    /// The sets above `revision`, in order; `revision` is not below `start`.
    package func sets(after revision: Int) -> [[UInt8]] {
        Array(sets.suffix(max(0, end - revision)))
    }

    /// Bytes of the sets above `revision`, which is not below `start`; counts no further than `bound`.
    package func byteCount(after revision: Int, upTo bound: Int) -> Int {
        if revision == start { return byteCount }
        var bytes = 0
        for set in sets.suffix(max(0, end - revision)) {
            bytes += set.count
            if bytes > bound { break }
        }
        return bytes
    }

    /// Lets go of the sets up to `revision`.
    ///
    /// - Complexity: O(1) amortised for each of them.
    mutating func forget(through revision: Int) {
        for _ in 0..<max(0, min(sets.count, revision - start)) { removeOldest() }
    }

    /// Lets go of the oldest sets beyond `count`, and of more once there are more than `bytes` bytes.
    ///
    /// - Complexity: O(1) amortised for each set that was added.
    mutating func trim(to count: Int, bytes: Int) {
        forget(through: end - count)
        guard byteCount > bytes else { return }
        while byteCount > bytes / 2, !sets.isEmpty { removeOldest() }
    }

    private mutating func removeOldest() {
        byteCount -= sets.removeFirst().count
    }
}
