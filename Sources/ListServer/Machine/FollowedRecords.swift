import DequeModule
import ListJournal

/// Records that were told by the journal and wait to be replayed: those of one list, in order.
struct FollowedRecords: Sendable {
    /// Bytes that wait at most; what is beyond is read when it is needed.
    private static let mostBytes = 1_048_576

    private var records: Deque<StoredRecord> = []
    private var bytes = 0

    mutating func add(_ record: StoredRecord) {
        if let last = records.last, record.position.token != last.position.token + 1 {
            guard record.position.token > last.position.token else { return }
            clear()
        }
        guard bytes + record.body.count <= Self.mostBytes else { return }
        append(record)
    }

    /// Puts records that were read before those that wait, of which it forgets those behind a gap.
    ///
    /// - Returns: Whether they are the next ones behind `position`.
    mutating func add(missed: [StoredRecord], behind position: JournalPosition) -> Bool {
        guard let first = missed.first, let last = missed.last,
            first.position.token == position.token + 1
        else { return false }
        let waiting = records
        clear()
        for record in missed { append(record) }
        var end = last.position.token
        for record in waiting where record.position.token == end + 1 {
            append(record)
            end += 1
        }
        return true
    }

    /// Takes those directly behind a position, without a gap, until there are so many `bytes`.
    mutating func take(
        behind position: JournalPosition, through last: JournalPosition, bytes most: Int
    ) -> [StoredRecord] {
        var taken: [StoredRecord] = []
        var takenBytes = 0
        while let first = records.first, first.position.token <= last.token, takenBytes < most {
            let next = (taken.last?.position ?? position).token + 1
            guard first.position.token <= next else { break }
            records.removeFirst()
            bytes -= first.body.count
            if first.position.token == next {
                taken.append(first)
                takenBytes += first.body.count
            }
        }
        return taken
    }

    mutating func clear() { self = FollowedRecords() }

    private mutating func append(_ record: StoredRecord) {
        records.append(record)
        bytes += record.body.count
    }
}
