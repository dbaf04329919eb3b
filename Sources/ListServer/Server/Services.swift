import ListJournal
import ListProtocol
import Logging
import WebSocketTransport

/// What every part of one server shares.
struct Services: Sendable {
    let loop: EventLoop
    let journal: any Journal
    let options: ServerOptions
    let log: Logger
    let clock: WallClock
    let health: Health
    let gate: Gate
    let workbench = Workbench()
    private let counts: LoopConfined<Metrics>
    private let inUse: LoopConfined<ListsInUse>
    private let damaged: LoopConfined<UnreadableLists>
    /// Counts what is held in memory for peers; to be opened on the loop's thread.
    let sharedLedger: LoopConfined<MemoryLedger>

    init(
        loop: EventLoop, journal: any Journal, options: ServerOptions, log: Logger,
        clock: WallClock, health: Health, gate: Gate
    ) {
        self.loop = loop
        self.journal = journal
        self.options = options
        self.log = log
        self.clock = clock
        self.health = health
        self.gate = gate
        counts = LoopConfined(Metrics())
        inUse = LoopConfined(ListsInUse())
        damaged = LoopConfined(UnreadableLists())
        sharedLedger = LoopConfined(
            MemoryLedger(bound: options.bounds.queueTotalBytes, on: loop))
    }

    /// The lists in memory; on the loop's thread only.
    var listsInUse: ListsInUse { inUse.value }
    /// The lists that cannot be read; on the loop's thread only.
    var unreadable: UnreadableLists { damaged.value }

    /// What is counted; on the loop's thread only.
    var metrics: Metrics { counts.value }
    /// What is held in memory for peers; on the loop's thread only.
    var ledger: MemoryLedger { sharedLedger.value }
    var limits: Limits { options.limits }
    var bounds: Bounds { options.bounds }
}
