package import ListDocument
package import ListJournal

/// What a ``SharedSequencer`` learns of other servers.
package enum SharedCommand: Sendable {
    /// This or another server stored a record; `isWatched`: a session has the list open here.
    case followed(FollowedRecord, isWatched: Bool)
    /// The list's head as it is now; nil: there is no such list any more.
    case headRead(number: Int, Result<ListHead?, LoadFailure>)
    /// Records after the list were read; some, oldest first.
    case missedRead(Result<[StoredRecord], LoadFailure>)
    /// Another server forwards edits; `isStopping`: this one takes none any more.
    case accept(ForwardedBatch, isStopping: Bool)
    /// The batch with this number was forwarded.
    case forwarded(number: Int, ForwardingOutcome)
    /// The set of an edit that another server has stored; nil: it cannot be read.
    case setRead(AnsweredEdit, [UInt8]?, counts: [Int])
    /// The log was searched for edits; nil: it cannot be read.
    case searched(EditLookup, EditSearch?)
    case due(SharedTimer)
}

/// What a ``SharedSequencer`` performs, beside the effects of its machine.
package indirect enum SharedEffect: Sendable {
    /// `due`, after so many seconds.
    case wake(after: Double, SharedTimer)
    /// `headRead`, with the same number.
    case readHead(number: Int)
    /// `missedRead`: the records after a position.
    case readMissed(after: JournalPosition)
    /// `forwarded`: has the server apply the edits.
    case forward(ForwardedBatch, to: String)
    /// `setRead`: the set of an edit that another server has stored.
    case readSet(AnsweredEdit, counts: [Int])
    /// `searched`: looks for edits in the log, up to a position.
    case lookUp(EditLookup, through: JournalPosition)
    /// Forwarded by another server, and not to be applied here, now or later.
    case decline([EditRequest])
}

/// What a ``SharedSequencer`` waits for.
package enum SharedTimer: Hashable, Sendable {
    /// The head may be read again.
    case headAgain
    /// Reading the head takes too long.
    case headOverdue(number: Int)
    /// Edits that another server has answered may wait too long for their records.
    case followDue
}
