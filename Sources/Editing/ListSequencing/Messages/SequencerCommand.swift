package import ListDocument
package import ListEditing
package import ListJournal
package import ListProtocol
import WebSocketTransport

/// What a sequencer is asked, and what became of what it asked for: handled one after the other.
package enum SequencerCommand: Sendable {
    case edit(EditRequest)
    case join(JoinRequest)
    /// A session that had fallen behind takes bytes again.
    case resync(ResyncRequest)
    case read(ReadRequest)
    case query(QueryRequest)
    /// The query that was begun on another thread is answered; nil: it was not begun after all.
    case queryRead(QueryRequest, [UInt8]?)
    /// More of what was asked for can be read.
    case readOn
    case delete
    /// All that the loop's pass has read is queued.
    case passEnded
    /// The time to wait for further edits is over.
    case lingered
    /// The list's `head` may be due.
    case headDue
    /// Releases the list if it has not been used since this moment of the loop.
    case idle(since: Double)
    /// The ledger of bytes requests that the list drops what can be read again.
    case reclaim

    /// This or another server stored a record; `isWatched`: a session has the list open here.
    case followed(FollowedRecord, isWatched: Bool)
    /// The list's head as it is now; nil: there is no such list any more.
    case headRead(number: Int, Result<ListHead?, LoadFailure>)
    /// The head may be read again.
    case headAgain
    /// Reading the head takes too long.
    case headOverdue(number: Int)
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
    /// Edits that another server has answered may wait too long for their records.
    case followDue
    case loaded(Result<RestoredList, LoadFailure>)
    /// A list that could not be read may be tried again.
    case loadDue
    case worked(ListWork.Outcome, ListTransfer)
    case appended(AppendOutcome)
    /// An append may have had no outcome for too long.
    case appendDue
    case resolved(AppendResolution)
    case historyRead(HistoryRange, Result<OlderHistory, LoadFailure>)
    /// The state of an earlier revision was read, for edits that restore it.
    case pastRead(Int, Result<PastState, LoadFailure>)
    case encoded(EncodedSnapshot)
    case compacted(Result<CompactionOutcome, LoadFailure>)
    case deleted(DeletionOutcome)
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

    /// Identifies the reader to the actor that performs effects.
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
