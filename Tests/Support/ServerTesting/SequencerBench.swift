import ListEditing
import ListJournal
import ListProtocol
import Logging
import MemoryJournal
import Testing
import WebSocketTransport

@testable import ListDocument
@testable import ListHosting
@testable import ListSequencing
@testable import ListServer

/// A sequencer on a loop of its own, over a journal in memory.
struct Bench {
    let loop: EventLoop
    let journal = MemoryJournal()
    let services: SequencerServices
    let sequencer: LoopBound<ListSequencer>

    init(
        options: ServerOptions = ServerOptions(), clock: WallClock = WallClock { 1_000 }
    ) async throws {
        loop = try EventLoop(name: "test")
        loop.start()
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        services = SequencerServices(
            ServerRuntime(loop: loop, clock: clock, log: log), journal: journal,
            limits: options.limits, history: options.history,
            monitor: ServerMonitor(
                health: Health(log: log, journal: journal, clock: clock), isShared: false,
                log: log, on: loop),
            ledger: LoopBound(MemoryLedger(bound: 1 << 28, on: loop), loop: loop))
        let list = CreateList(
            list: ListID("l"), title: "T", rules: Rules(),
            sections: [
                SectionSeed(
                    id: section, title: "S", rules: Rules(),
                    rows: ["a", "b", "c"].map {
                        RowSeed(id: RowID($0), fields: Fields(), rules: RowRules())
                    })
            ])
        let created = try await journal.create(
            NewList(list, limits: options.limits, epoch: "e", at: 0))
        sequencer = LoopBound(
            ListSequencer(try #require(created), services: services), loop: loop)
    }

    /// Hands edits over in one pass of the loop, as a frame with an array would.
    func submit(_ edits: [(Int, [Action])], to submitter: TestSubmitter, by author: Author = ana)
        async
    {
        let requests = edits.map { id, actions in
            EditRequest(
                EditMessage(
                    list: ListID("l"), id: id, base: nil, epoch: nil,
                    edit: .success(Edit(base: nil, actions: actions))),
                author: author, submitter: submitter)
        }
        await sequencer.run { for request in requests { _ = $0.submit(request) } }
    }

    func stop() { loop.stop() }

    /// A registry that was not notified of the list that the journal has.
    var registry: LoopBound<ListRegistry> {
        let bounds = ListRegistry.Bounds(lists: 100, newBytes: 1 << 28, idleSeconds: 300)
        return LoopBound(ListRegistry(services, bounds: bounds), loop: loop)
    }
}
