import ListDocument
import ListEditing
import ListJournal
import ListProtocol
import TextBytes

/// Records of other servers: replayed in the order of the log, and told to the audience.
extension SequencerMachine {
    /// Takes a record that this or another server stored.
    ///
    /// - Parameter isWatched: Whether a session has the list open here.
    mutating func followed(_ record: FollowedRecord, isWatched: Bool, _ now: Moment) {
        self.isWatched = isWatched
        guard record.head.epoch.isSame(as: epoch) else { return }
        let writer = record.change == .created ? nil : record.writer
        writers.followed(record.head.position.token, by: writer, at: now.loop)
        if case .deleted = record.change {
            isGone = true
            // The end of what is under way may take long.
            if operation != nil { effects.append(.closeAll(.deleted)) }
            return
        }
        note(record.head)
        if list == nil, operation == nil, !isWatched { published = head.position.revision }
        // What is not in memory is loaded when it is needed.
        guard list != nil || operation != nil, case .changed(let stored?) = record.change else {
            return
        }
        followed.add(stored)
    }

    /// Takes note of a record that is stored: the list is behind it until it is replayed.
    mutating func note(_ newest: ListHead) {
        if newest.position.token > head.position.token { head = newest }
    }

    /// The newest head before whatever is undecided.
    var certain: ListHead {
        guard let undecided = editors.undecided else { return head }
        return ListHead(
            list: id.text, epoch: epoch, title: head.title, rows: head.rows,
            done: head.done, position: undecided.append.expected)
    }

    /// Whether the list in memory lacks records that are stored.
    var isBehind: Bool { list != nil && position.token < head.position.token }

    /// Whether a session that has the list open lacks sets that are stored.
    var isAudienceBehind: Bool { isWatched && published < head.position.revision }

    /// Replays the records after the list, or has them read.
    ///
    /// - Returns: False where that goes on elsewhere.
    mutating func catchUp(_ now: Moment) -> Bool {
        let records = followed.take(
            after: position, through: head.position, bytes: Self.portionBytes)
        guard !records.isEmpty else {
            operation = .reading
            effects.append(.readMissed(after: position))
            return false
        }
        let rows = list?.list.rowCount ?? 0
        if records.reduce(0, { $0 + $1.body.count }) > Self.turnBytes
            || abs(rows - head.rows) > Self.turnRows
        {
            offload(.replay(records, after: position))
            return false
        }
        guard var list = takeList() else { return true }
        replayed(ListWork.replay(records, onto: &list, after: position), list, now)
        return true
    }

    /// Bytes of records that are replayed in a turn of the loop, about 2 ms, and how many rows they may
    /// remove.
    private static let turnBytes = 32_768
    private static let turnRows = 2_000
    /// Bytes of records, more where one is longer, after which the audience is sent their sets.
    private static let portionBytes = 262_144

    /// Sends the audience the sets that other servers made, or that were made before the list was loaded.
    mutating func publishMissed(_ now: Moment) {
        guard let list, published < list.list.revision else { return }
        readers.publishMissed(after: published, of: list, &effects)
        published = list.list.revision
        if !readers.isReadingHistory {
            past.trim(&self.list, isWanted: readers.needHistory(at: now.loop))
        }
    }

    /// Takes the list out, so that changing it copies nothing.
    mutating func takeList() -> LoadedList? {
        defer { list = nil }
        return list
    }

    /// Records have been read that no notification told of, or that were told without their bodies.
    mutating func missedRead(_ outcome: Result<[StoredRecord], LoadFailure>) {
        guard case .reading = operation else { return }
        operation = nil
        if case .success(let records) = outcome, followed.add(missed: records, after: position) {
            return
        }
        // They are trimmed, or cannot be read now: the list is loaded, which tells why it cannot be.
        dropList()
    }

    /// - Parameter list: The list, with what could be replayed.
    mutating func replayed(
        _ outcome: ListWork.Replayed, _ list: consuming LoadedList, _ now: Moment
    ) {
        self.list = list
        if !outcome.records.isEmpty { wroteLast = false }
        for record in outcome.records {
            let sets = record.position.revision - position.revision
            past.add(sets: sets, bytes: record.body.count, at: record.at)
            position = record.position
        }
        writers.read(position.token)
        readers.forgetEncodings()
        if outcome.isDamaged { dropList() }
    }
}
