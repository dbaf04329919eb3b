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
    let sequencer: ListSequencer

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
        sequencer = ListSequencer(try #require(created), services: services)
    }

    /// Hands edits over in one pass of the loop, as a frame with an array would.
    func submit(_ edits: [(Int, [Action])], to submitter: TestSubmitter, by author: Author = ana)
        async
    {
        await sequencer.submitAll(
            edits.map { id, actions in
                EditRequest(
                    EditMessage(
                        list: ListID("l"), id: id, base: nil, epoch: nil,
                        edit: .success(Edit(base: nil, actions: actions))),
                    author: author, submitter: submitter)
            })
    }

    func stop() { loop.stop() }

    /// A registry that was not told of the list that the journal has.
    var registry: ListRegistry {
        ListRegistry(
            services, bounds: ListRegistry.Bounds(lists: 100, newBytes: 1 << 28, idleSeconds: 300))
    }
}

extension ListSequencer {
    fileprivate func submitAll(_ requests: [EditRequest]) {
        for request in requests { _ = submit(request) }
    }
}
