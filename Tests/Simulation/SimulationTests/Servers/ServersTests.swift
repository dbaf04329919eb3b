import Foundation
import ListEditing
import ListProtocol
import MemoryJournal
import Testing

@testable import ListDocument
@testable import ListHosting
@testable import ListServer
@testable import ServerTesting

/// Servers on one journal, in one thread and in simulated time.
@Suite struct ServersTests {
    /// Servers of which the first has made a list.
    private struct Bench {
        let time: SimulatedTime
        let journal = MemoryJournal()
        let connections: [SimulatedConnection]
        let servers: [SimulatedServer]
        let list = ListID("l")

        /// Seconds by which the servers' clocks are ahead.
        private static let ahead = [0.0, -3_600, 7_200]

        /// - Parameter bus: Whether there is one: without it each server applies all edits of its clients.
        init(seed: Int, servers names: [String], bus hasBus: Bool = true) throws {
            let (time, journal) = (SimulatedTime(seed: UInt64(seed)), journal)
            let faults = seed.isMultiple(of: 2) ? SimulatedBus.Faults.all : .none
            let bus = hasBus ? SimulatedBus(in: time, faults) : nil
            let connections = names.map { name in
                SimulatedConnection(
                    of: name, to: journal, in: time, Trace(in: time),
                    bus: bus?.endpoint(of: name))
            }
            self.connections = connections
            servers = try names.enumerated().map { number, name in
                try SimulatedServer(
                    name, on: connections[number], in: time, ahead: Self.ahead[number])
            }
            self.time = time
            let rows = ["a", "b", "c", "d"].map {
                RowSeed(id: RowID($0), fields: Fields(), rules: RowRules())
            }
            let description = CreateList(
                list: list, title: "T", rules: Rules(),
                sections: [SectionSeed(id: section, title: "S", rules: Rules(), rows: rows)])
            try #require(servers[0].start())
            try #require(servers[0].create(description))
            for server in servers.dropFirst() { try #require(server.start()) }
        }

        /// Waits until whatever is late has come.
        func isSettled() -> Bool {
            time.settle { connections.contains(where: \.isAppending) }
        }

        /// Sends an edit of one action to a server, and waits for the answer; nil: there is none.
        func answer(to action: Action, by author: Author, on server: Int) -> EditOutcome? {
            let notified = Notified()
            let message = EditMessage(
                list: list, id: 1, base: nil, epoch: nil,
                edit: .success(Edit(base: nil, actions: [action])))
            servers[server].submit(
                EditRequest(message, author: author, submitter: notified), to: list)
            _ = time.run { notified.isOver.isSet }
            return notified.outcome
        }
    }

    /// Whoever was answered on one server finds that on every other.
    @Test(arguments: [true, false])
    func whatOneServerHasAnswered_theOthersKnow(hasBus: Bool) throws {
        let answers = try (1...40).map { seed in
            try answerElsewhere(Bench(seed: seed, servers: ["one", "two"], bus: hasBus))
        }
        #expect(!answers.contains(where: Self.isStale))
        // Some stay unknown, or are refused as the journal fails.
        let applied = answers.filter { if case .applied? = $0 { true } else { false } }
        #expect(applied.count > 30)
    }

    /// A server hears of a record by the answer to an edit that it forwarded, long before it follows it.
    @Test func recordOfAForwardedEdit_isReadBeforeItIsFollowed() throws {
        var answered = 0
        for seed in stride(from: 1, through: 19, by: 2) {
            let bench = try Bench(seed: seed, servers: ["one", "two"])
            let lagging = bench.servers[1]
            // Who has it open there is sent the set before the answer.
            lagging.use(bench.list) { sequencer in
                sequencer.subscribers.add(TestLink(1), client: ClientID("reader"), sentFrom: 0)
            }
            guard case .applied? = bench.answer(to: rename("a", "first"), by: ana, on: 0),
                bench.isSettled()
            else { continue }
            bench.connections[1].setLag(600)
            let answer = bench.answer(to: rename("b", "second"), by: ben, on: 1)
            if case .applied? = answer, lagging.forwardings.edits == 1 { answered += 1 }
            #expect(lagging.damages == [], "seed \(seed)")
        }
        #expect(answered > 3)
    }

    /// Whether a row was missed that is there.
    private static func isStale(_ answer: EditOutcome?) -> Bool {
        if case .rejected(let rejection)? = answer { rejection.code == .unknownRow } else { false }
    }

    /// Has a row added on one server, and renamed on the other by somebody who is not remembered.
    ///
    /// - Returns: The second answer; nil: there is none.
    private func answerElsewhere(_ bench: Bench) throws -> EditOutcome? {
        // The list is in memory there.
        guard bench.answer(to: rename("a", "first"), by: ben, on: 1) != nil else { return nil }
        let insert = Action.insertRow(
            row: RowID("new"), fields: Fields(), rules: RowRules(), to: .index(section, 0))
        guard case .applied? = bench.answer(to: insert, by: ana, on: 0) else { return nil }
        let unknown = Author(client: ClientID("once"), isRemembered: false)
        return bench.answer(to: rename("new", "other"), by: unknown, on: 1)
    }
}

/// Keeps the answer to an edit.
private final class Notified: EditSubmitter {
    let isOver = Flag()
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var answer: EditOutcome?

    var outcome: EditOutcome? { lock.withLock { unsafe answer } }

    func answered(_ edit: AnsweredEdit, in list: ListID, counts: [Int], isDelivered: Bool) {
        lock.withLock { unsafe answer = edit.outcome }
        isOver.set()
    }

    func leftUnanswered(id: Int, list: ListID) { isOver.set() }
}
