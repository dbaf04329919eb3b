import ListEditing
import ListJournal
import ListProtocol
import Logging
import WebSocketTransport

/// What a sequencer is asked, and what became of what it asked for: handled one after the other.
enum SequencerCommand: Sendable {
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

    /// This or another server stored a record; `isWatched`: somebody has the list open here.
    case followed(FollowedRecord, isWatched: Bool)
    /// The list's head as it is now; nil: there is no such list any more.
    case headRead(number: Int, Result<ListHead?, LoadFailure>)
    /// The head may be read again.
    case headAgain
    /// Reading the head takes too long.
    case headOverdue(number: Int)
    /// Records behind the list were read; some, oldest first.
    case missedRead(Result<[StoredRecord], LoadFailure>)
    /// Another server forwards edits; `isStopping`: this one takes none any more.
    case accept(ForwardedBatch, isStopping: Bool)
    /// The batch with this number was forwarded.
    case forwarded(number: Int, ForwardingOutcome)
    /// The set of an edit that another server has stored; nil: it cannot be read.
    case setRead(AnsweredEdit, [UInt8]?, counts: [Int])
    /// The log was searched for edits; nil: it cannot be read.
    case searched(SoughtEdits, EditSearch?)
    /// Edits that another server has answered may wait too long for their records.
    case followDue
    case loaded(Result<RestoredList, LoadFailure>)
    /// A list that could not be read may be tried again.
    case loadDue
    case worked(ListWork.Outcome, ListTransfer)
    case appended(AppendOutcome)
    /// An append may have had no outcome for too long.
    case appendDue
    case settled(Settlement)
    case historyRead(HistoryRange, Result<OlderHistory, LoadFailure>)
    /// The state of an earlier revision was read, for edits that restore it.
    case pastRead(Int, Result<PastState, LoadFailure>)
    case encoded(EncodedSnapshot)
    case compacted(Result<Compaction.Outcome, LoadFailure>)
    case deleted(DeletionOutcome)
}

/// A session that opens a list.
struct JoinRequest: Hashable, Sendable {
    let connection: UInt64
    let client: ClientID
    let role: Role
    /// The revision that it has, where its epoch is the list's.
    let since: Int?
    /// What it is sent in place of the whole list; nil: the whole list.
    var window: ListWindow?
    /// The rows that it is sent tell who changed them.
    var wantsAuthors = false
    /// The list's revision when it asked: it is sent no older state, so that its reads are monotonic.
    var asked = 0
    /// What there is of the history that it asked for is in memory.
    var hasHistory = false
}

/// A session that had fallen behind and takes bytes again.
struct ResyncRequest: Hashable, Sendable {
    let connection: UInt64
    /// The last revision that it was sent.
    let delivered: Int
    /// What it is sent in place of the whole list; nil: the whole list.
    var window: RememberedWindow?
    /// The rows that it is sent tell who changed them.
    var wantsAuthors = false
}

/// An HTTP request that reads a list.
struct ReadRequest: Hashable, Sendable {
    // Canonical equivalence: tests alone compare them.
    enum Subject: Hashable, Sendable {
        /// The snapshot; nothing where the asker has the state with this entity tag.
        case snapshot(known: String?)
        /// A page of history; the list says where history begins and ends.
        case changes
        /// The sections, and the rows of a window.
        case window(ListWindow)
        case find(TextQuery)
    }

    /// Identifies the reader to the actor that performs effects.
    let ticket: Int
    let subject: Subject
    /// The list's revision at the request: it is answered with no older state.
    var asked = 0
}

/// A list as it was loaded.
struct RestoredList: Sendable {
    var list: ListTransfer
    var position: JournalPosition
    var compaction: CompactionPolicy
}

// Canonical equivalence: tests alone compare them.
/// Why something could not be read or stored.
enum LoadFailure: Error, Hashable, Sendable {
    /// What is stored cannot be read: trying again soon is of no use.
    case damaged(String)
    /// The store fails: later it may not.
    case unavailable(String)

    var reason: String {
        switch self {
        case .damaged(let reason), .unavailable(let reason): reason
        }
    }
}

/// Sets that are wanted from the store: those above `after` up to `through`.
struct HistoryRange: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
        /// To be sent again, as bytes.
        case catchup
        /// To rebase places through them.
        case rebasing
    }

    let after: Int
    let through: Int
    let purpose: Purpose
}

/// Older sets as they were read: gap-free, and ending where they were wanted to.
struct OlderHistory: Sendable {
    /// The sets as they were sent.
    var encoded: [[UInt8]] = []
    /// The same decoded, where places are to be rebased through them.
    var rebasing: [(revision: Int, changes: ChangeSet, inverse: Inverse?)] = []
}

extension SequencerMachine {
    /// The moment at which a command is handled.
    struct Moment: Hashable, Sendable {
        /// Monotonic seconds.
        var loop: Double
        /// Unix milliseconds.
        var wall: Int
        /// Unix milliseconds by which things are forgotten (``WallClock/steady``).
        var steady: Int

        /// - Parameter steady: `nil` where the clock is right.
        init(loop: Double, wall: Int, steady: Int? = nil) {
            (self.loop, self.wall, self.steady) = (loop, wall, steady ?? wall)
        }
    }

    /// The stage of the list between the journal and its editors.
    enum Stage: Hashable, Sendable {
        case serving
        /// Another server was first: edits wait until what it wrote is known.
        case overtaken
        /// An append failed, or has no outcome: read-only until the journal can be written again.
        case failing
        /// What is stored cannot be read; tried again once this moment of the loop is over.
        case unreadable(until: Double)
        case deleted
    }

    /// The one operation that excludes reading and changing the list.
    enum OperationInFlight {
        case loading
        /// Records that are behind the list in memory.
        case reading
        case working
        case appending(AppendInFlight)
        /// Since a moment, in seconds of the loop.
        case deleting(since: Double)
    }
}

/// What became of the request to delete a list.
enum DeletionOutcome: Sendable {
    case done
    /// It was not, and will not be.
    case failed
    /// The server stopped before that was certain.
    case undecided
}

// Canonical equivalence: tests alone compare them.
/// What happened to a list, for the log, the health and the figures.
enum SequencerEvent: Hashable, Sendable {
    case committed(edits: Int)
    /// Another server was first: the edits are applied again behind what it wrote.
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

extension ServerContext {
    /// Takes note of what happened; on the loop's thread.
    func note(_ event: SequencerEvent, of list: ListID) {
        switch event {
        case .committed(let edits): metrics.committed(edits: edits)
        case .overtaken:
            metrics.overtaken()
            guard !journal.isShared else { return }
            log.error(
                "another program writes to the store, of which this server has the lock: stop it",
                metadata: ["list": "\(list.text)"])
        case .forwarded(let edits): metrics.forwarded(edits: edits)
        case .forwardingDeclined: metrics.forwardingDeclined()
        case .forwardingUnanswered: metrics.forwardingUnanswered()
        case .journalFailed(let reason):
            metrics.journalFailed()
            health.journalFailed(list: list.text, reason: reason)
        case .journalRecovered: health.journalRecovered(list: list.text)
        case .unreadable(let failure): unreadable.note(list, failure, log)
        case .readable: unreadable.clear(list, log)
        case .historyUnreadable(let failure):
            log.error(
                "older history cannot be read",
                metadata: ["list": "\(list.text)", "reason": "\(failure.reason)"])
        case .snapshotFailed(let reason):
            log.warning(
                "a snapshot could not be stored, or the log not be trimmed; it grows until both can",
                metadata: ["list": "\(list.text)", "reason": "\(reason)"])
        case .encodedSnapshot: metrics.encodedSnapshot()
        case .encodedOutline: metrics.encodedOutline()
        case .queried(let kind): metrics.queried(kind)
        }
    }
}

extension SequencerCommand {
    /// What handling it is mainly for, in the figures of the loop's turns.
    var turnKind: TurnKind? {
        switch self {
        case .passEnded, .lingered, .worked, .accept: .batch
        case .appended, .appendDue, .settled, .forwarded, .setRead, .searched:
            .publish
        case .loaded, .loadDue, .historyRead, .pastRead, .followed, .missedRead, .headRead,
            .headAgain,
            .headOverdue,
            .followDue:
            .load
        case .encoded, .compacted, .queryRead, .readOn: .encode
        case .edit, .join, .resync, .read, .query, .delete, .headDue, .idle, .reclaim, .deleted: nil
        }
    }
}
