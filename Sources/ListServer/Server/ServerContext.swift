import Foundation
import ListDocument
import ListJournal
import ListProtocol
import Logging
import WebSocketTransport

/// What every part of one server shares.
final class ServerContext: Sendable {
    let loop: EventLoop
    let journal: any Journal
    /// Messages to and from the other servers; nil where there are none.
    let bus: ServerBus?
    let options: ServerOptions
    let log: Logger
    let clock: WallClock
    let health: Health
    let authenticator: Authenticator
    /// Those who are told of every change over HTTP; nil: nobody is.
    let hooks: Hooks?
    /// Looks at edits before they are submitted; nil: nobody does.
    let admission: EditAdmission?
    /// Hears of what is stored; nil: nobody does.
    let commits: CommitTelling?
    /// Makes the epochs of lists, and the ids that clients leave to the server.
    let makeID: @Sendable () -> String
    let background: Background
    let workbench: WorkerQueue
    /// Reads and makes new lists: their requests may be long and many.
    let creations: WorkerQueue
    /// Answers queries that read much.
    let queryBench: WorkerQueue
    /// Takes the digests of long lists; a thread of its own, as a list delivers nothing meanwhile.
    let headBench: WorkerQueue
    private let others: LoopBound<ServerPeers>?
    private let counts: LoopBound<Metrics>
    private let inUse: LoopBound<ListsInUse>
    private let damaged: LoopBound<UnreadableLists>
    /// Counts what is held in memory for peers; to be opened on the loop's thread.
    let sharedLedger: LoopBound<MemoryLedger>

    init(
        loop: EventLoop, journal: any Journal, options: ServerOptions, log: Logger,
        clock: WallClock, background: Background = .threads,
        makeID: @escaping @Sendable () -> String = { RandomID.make() }, health: Health,
        authenticator: Authenticator, hooks: Hooks? = nil,
        program: ServerHooks = ServerHooks()
    ) {
        self.loop = loop
        self.journal = journal
        bus = ServerBus(of: journal, on: loop)
        others = bus.map { LoopBound(ServerPeers($0, on: loop), loop: loop) }
        self.options = options
        self.log = log
        self.clock = clock
        self.health = health
        self.authenticator = authenticator
        self.hooks = hooks
        admission = EditAdmission(program, log: log)
        commits = CommitTelling(program)
        self.makeID = makeID
        self.background = background
        workbench = background.queue("lists.work")
        creations = background.queue("lists.creation")
        queryBench = background.queue("lists.query")
        headBench = background.queue("lists.head")
        counts = LoopBound(Metrics(), loop: loop)
        inUse = LoopBound(ListsInUse(), loop: loop)
        damaged = LoopBound(UnreadableLists(), loop: loop)
        sharedLedger = LoopBound(
            MemoryLedger(bound: options.bounds.queueTotalBytes, on: loop), loop: loop)
    }

    /// The other servers, where there may be any; on the loop's thread only.
    var peers: ServerPeers? { others?.value }
    /// The lists in memory; on the loop's thread only.
    var listsInUse: ListsInUse { inUse.value }
    /// The lists that cannot be read; on the loop's thread only.
    var unreadable: UnreadableLists { damaged.value }

    /// What is counted; on the loop's thread only.
    var metrics: Metrics { counts.value }
    /// What is held in memory for peers; on the loop's thread only.
    var ledger: MemoryLedger { sharedLedger.value }
    var limits: ProtocolLimits { options.limits }
    var bounds: AbuseLimits { options.bounds }
}

/// Where work goes that is too much for a turn of the loop: to the system's threads, or to a simulation,
/// in which it takes its turn as the loops do.
struct Background: Sendable {
    /// Makes a queue with this label.
    let queue: @Sendable (String) -> WorkerQueue
    /// Runs tasks; nil: Swift's threads do.
    let tasks: (any TaskExecutor)?

    /// Begins a task, which nobody waits for.
    func begin(_ work: @escaping @Sendable () async -> Void) {
        Task(executorPreference: tasks) { await work() }
    }

    static let threads = Background(queue: { WorkerQueue(label: $0) }, tasks: nil)
}
