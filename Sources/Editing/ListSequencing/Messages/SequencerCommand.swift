package import ListDocument
package import ListEditing
package import ListJournal
package import ListProtocol
import WebSocketTransport

/// What a sequencer is asked, and what became of what it asked for: handled one after the other.
package enum SequencerCommand: Sendable {
    case edit(EditRequest)
    case serve(ReaderRequest)
    case delete
    /// Releases the list if it has not been used since this moment of the loop.
    case release(unusedSince: Double)
    /// The ledger of bytes requests that the list drops what can be read again.
    case reclaim
    /// What ``SequencerEffect/wake(after:_:)`` waited for.
    case due(SequencerTimer)
    case loaded(Result<RestoredList, LoadFailure>)
    case worked(ListWork.Outcome, ListTransfer)
    case appended(AppendOutcome)
    case resolved(AppendResolution)
    case fetched(Fetched)
    case compacted(Result<CompactionOutcome, LoadFailure>)
    case deleted(DeletionOutcome)
}

// Canonical equivalence: tests alone compare them.
/// Who reads the list.
package enum ReaderRequest: Hashable, Sendable {
    case join(JoinRequest)
    /// A session that had fallen behind takes bytes again.
    case resync(ResyncRequest)
    case read(ReadRequest)
    case query(QueryRequest)
}

/// What a sequencer waits for.
package enum SequencerTimer: Hashable, Sendable {
    /// All that the loop's pass has read is queued.
    case passEnd
    /// The time to wait for further edits is over.
    case linger
    /// The list's `head` may be due.
    case head
    /// More of what was asked for can be read.
    case readOn
    /// A list that could not be read may be tried again.
    case load
    /// An append or a deletion may have had no outcome for too long.
    case append
}

/// What was read or encoded on another thread, as ``SequencerEffect/fetch(_:)`` asked.
package enum Fetched: Sendable {
    case history(HistoryRange, Result<OlderHistory, LoadFailure>)
    /// The state of an earlier revision, for edits that restore it.
    case past(Int, Result<PastState, LoadFailure>)
    case snapshot(EncodedSnapshot)
    /// The answer to a query; nil: it was not begun after all.
    case query(QueryRequest, [UInt8]?)
}

/// The moment at which a command is handled.
package struct Moment: Hashable, Sendable {
    /// Monotonic seconds.
    package var loop: Double
    /// Unix milliseconds.
    package var wall: Int
    /// Unix milliseconds by which things are forgotten (``WallClock/steady``).
    package var steady: Int

    /// - Parameter steady: `nil` where the clock is right.
    package init(loop: Double, wall: Int, steady: Int? = nil) {
        (self.loop, self.wall, self.steady) = (loop, wall, steady ?? wall)
    }
}

/// A session that opens a list.
package struct JoinRequest: Hashable, Sendable {
    package let connection: UInt64
    package let client: ClientID
    package let role: Role
    /// The revision that it has, where its epoch is the list's.
    package let since: Int?
    /// What it is sent in place of the whole list; nil: the whole list.
    package var window: ListWindow?
    /// The rows that it is sent tell who changed them.
    package var wantsAuthors = false
    /// The list's revision when it asked: it is sent no older state, so that its reads are monotonic.
    package var asked = 0
    /// What there is of the history that it asked for is in memory.
    var hasHistory = false

    package init(
        connection: UInt64, client: ClientID, role: Role, since: Int?, window: ListWindow? = nil,
        wantsAuthors: Bool = false, asked: Int = 0, hasHistory: Bool = false
    ) {
        self.connection = connection
        self.client = client
        self.role = role
        self.since = since
        self.window = window
        self.wantsAuthors = wantsAuthors
        self.asked = asked
        self.hasHistory = hasHistory
    }
}

/// A session that had fallen behind and takes bytes again.
package struct ResyncRequest: Hashable, Sendable {
    package let connection: UInt64
    /// The last revision that it was sent.
    package let delivered: Int
    /// What it is sent in place of the whole list; nil: the whole list.
    package var window: RememberedWindow?
    /// The rows that it is sent tell who changed them.
    package var wantsAuthors = false

    package init(
        connection: UInt64, delivered: Int, window: RememberedWindow? = nil,
        wantsAuthors: Bool = false
    ) {
        self.connection = connection
        self.delivered = delivered
        self.window = window
        self.wantsAuthors = wantsAuthors
    }
}

/// An HTTP request that reads a list.
package struct ReadRequest: Hashable, Sendable {
    // Canonical equivalence: tests alone compare them.
    package enum Subject: Hashable, Sendable {
        /// The snapshot; nothing where the asker has the state with this entity tag.
        case snapshot(known: String?)
        /// A page of history; the list says where history begins and ends.
        case changes
        /// The sections, and the rows of a window.
        case window(ListWindow)
        case find(TextQuery)
    }

    /// Identifies the reader where effects are performed.
    package let ticket: Int
    package let subject: Subject
    /// The list's revision at the request: it is answered with no older state.
    package var asked = 0

    package init(ticket: Int, subject: Subject, asked: Int = 0) {
        self.ticket = ticket
        self.subject = subject
        self.asked = asked
    }
}

/// What became of the request to delete a list.
package enum DeletionOutcome: Sendable {
    case done
    /// It was not, and will not be.
    case failed
    /// The server stopped before that was certain.
    case undecided
}

// Canonical equivalence: tests alone compare them.
/// What happened to a list, for the log, the health and the figures.
package enum SequencerEvent: Hashable, Sendable {
    case committed(edits: Int)
    /// Another server was first: the edits are applied again after what it wrote.
    case overtaken
    /// Another server has answered edits, has declined a batch, or has not answered.
    case forwarded(edits: Int)
    case forwardingDeclined
    case forwardingUnanswered
    case journalFailed(String)
    case journalRecovered
    case unreadable(LoadFailure)
    case readable
    case historyUnreadable(LoadFailure)
    case snapshotFailed(String)
    case encodedSnapshot
    case encodedOutline
    case queried(QueryKind)
}
