package import ListDocument
package import ListJournal
package import ListProtocol
import ListSequencing
package import WebSocketTransport

/// What the sequencers of one server share.
package final class SequencerServices: Sendable {
    package let runtime: ServerRuntime
    package let journal: any Journal
    package let limits: ProtocolLimits
    let history: HistoryOptions
    /// Is told what happens.
    package let monitor: ServerMonitor
    /// Messages to and from the other servers; nil where there are none.
    let bus: ServerBus?
    /// Is told of every change; nil: no program is.
    let changes: (any ChangeObserver)?
    /// Is told of the edits of a list, with its epoch, that are stored; nil: no program is.
    let committed: CommitObserver?
    let workers: SequencerWorkers
    private let others: LoopBound<ServerPeers>?
    private let used: LoopBound<ListsInUse>
    private let memory: LoopBound<MemoryLedger>

    /// - Parameters:
    ///   - bus: Messages to and from the other servers; nil where there are none.
    ///   - ledger: Counts what is held in memory for peers.
    package init(
        _ runtime: ServerRuntime, journal: any Journal, bus: (any MessageBus)? = nil,
        limits: ProtocolLimits,
        history: HistoryOptions, monitor: ServerMonitor, ledger: LoopBound<MemoryLedger>,
        changes: (any ChangeObserver)? = nil, committed: CommitObserver? = nil
    ) {
        self.runtime = runtime
        self.journal = journal
        self.limits = limits
        self.history = history
        self.monitor = monitor
        self.changes = changes
        self.committed = committed
        let loop = runtime.loop
        self.bus = bus.map { ServerBus($0, on: loop) }
        others = self.bus.map { LoopBound(ServerPeers($0, on: loop), loop: loop) }
        workers = SequencerWorkers(runtime.background)
        used = LoopBound(ListsInUse(), loop: loop)
        memory = ledger
    }

    package var loop: EventLoop { runtime.loop }
    /// The other servers, where there may be any; on the loop's thread only.
    package var peers: ServerPeers? { others?.value }
    /// The lists in memory; on the loop's thread only.
    package var inUse: ListsInUse { used.value }
    /// What is held in memory for peers; on the loop's thread only.
    var ledger: MemoryLedger { memory.value }
}

/// Is told of the edits of a list, with its epoch, that are stored; on the loop's thread.
package typealias CommitObserver = @Sendable (ArraySlice<AnsweredEdit>, ListID, String) -> Void

/// The threads that work for the lists of a server.
struct SequencerWorkers: Sendable {
    /// Loads, applies and releases long lists.
    let lists: WorkerQueue
    /// Answers queries that read much.
    let queries: WorkerQueue
    /// Takes the digests of long lists; a thread of its own, as a list delivers nothing meanwhile.
    let heads: WorkerQueue

    init(_ background: Background) {
        lists = background.queue("lists.work")
        queries = background.queue("lists.query")
        heads = background.queue("lists.head")
    }
}
