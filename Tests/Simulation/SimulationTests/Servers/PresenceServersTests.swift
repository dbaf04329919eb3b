import Foundation
import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import TestSeeds
import Testing
import WebSocketTransport

@testable import ListHosting
@testable import ServerTesting

/// Presence on servers whose messages get lost, come twice, late and in another order.
@Suite struct PresenceServersTests {
    private struct Bench {
        let time: SimulatedTime
        let bus: SimulatedBus
        let servers: [SimulatedServer]
        let links = (0..<6).map { TestLink(UInt64($0) + 1) }
        let list = ListID("a.b")

        init(seed: Int, _ faults: SimulatedBus.Faults) throws {
            let (time, journal) = (SimulatedTime(seed: UInt64(seed)), MemoryJournal())
            let bus = SimulatedBus(in: time, faults)
            servers = try ["one", "two", "three"].map {
                let connection = SimulatedConnection(
                    of: $0, to: journal, in: time, Trace(in: time), bus: bus.endpoint(of: $0))
                return try SimulatedServer($0, on: connection, in: time)
            }
            (self.time, self.bus) = (time, bus)
            let description = CreateList(list: list, title: "T", rules: Rules(), sections: [])
            try #require(servers[0].start())
            try #require(servers[0].create(description))
            for server in servers.dropFirst() { try #require(server.start()) }
        }

        func client(_ number: Int) -> ClientID { ClientID("client-\(number)") }

        func wait(_ seconds: Double) {
            let end = time.now + seconds
            _ = time.run { time.now >= end }
        }

        /// Client N is on server N modulo 3, unless another is named.
        func open(_ number: Int, on server: Int? = nil) {
            let (link, client) = (links[number], client(number))
            servers[server ?? number % 3].use(list) { sequencer in
                sequencer.subscribers.add(link, client: client, sentFrom: 0)
                sequencer.enterPresence(client, name: "Name \(number)")
            }
        }

        func select(_ number: Int, _ row: String) {
            let (client, state) = (client(number), PresenceState(selected: [RowID(row)]))
            servers[number % 3].use(list) { $0.present(client, state) }
        }

        func leave(_ number: Int, on server: Int? = nil) {
            let connection = links[number].connectionNumber
            servers[server ?? number % 3].use(list) {
                $0.leave(connection, isAwaitingAnswers: false)
            }
        }

        /// The clients of the list as each server counts them.
        func counts() -> [String] {
            servers.map { server in
                let notified = Log()
                server.use(list) { notified.add("\($0.summary.clients)") }
                _ = time.run { !notified.lines.isEmpty }
                return notified.lines[0]
            }
        }

        /// The clients as each server has them, with what they select.
        func shown() -> [[String: String]] {
            servers.map { server in
                let found = Shown()
                server.use(list) { found.set($0.presence.clients) }
                _ = time.run { found.clients != nil }
                return Dictionary(
                    uniqueKeysWithValues: (found.clients ?? []).map {
                        ($0.client.text, $0.state.selected.map(\.text).joined())
                    })
            }
        }
    }

    /// Clients on their way out of a loop.
    private final class Shown: Sendable {
        private let lock = NSLock()
        // Guarded by `lock`.
        nonisolated(unsafe) private var found: [PresentClient]?

        var clients: [PresentClient]? { lock.withLock { unsafe found } }
        func set(_ clients: [PresentClient]) { lock.withLock { unsafe found = clients } }
    }

    @Test(arguments: TestSeeds.range(5))
    func everyServer_showsTheClientsOfAll(seed: Int) throws {
        let bench = try Bench(seed: seed, .all)
        for number in 0..<6 { bench.open(number) }
        var expected: [String: String] = [:]
        for step in 0..<60 {
            let number = bench.time.random { Int.random(in: 0..<6, using: &$0) }
            bench.select(number, "row-\(step)")
            expected[bench.client(number).text] = "row-\(step)"
            bench.wait(bench.time.seconds(0...0.3))
        }
        bench.leave(5)
        expected[bench.client(5).text] = nil
        for number in 0..<5 where expected[bench.client(number).text] == nil {
            expected[bench.client(number).text] = ""
        }
        // What was lost is noticed when the number of the last delta is next repeated.
        bench.wait(30)
        bench.bus.setFaults(.none)
        bench.wait(12)
        #expect(bench.shown() == [expected, expected, expected], "seed \(seed)")
        // The audience was told, in the words of the protocol.
        let notified = bench.links[0].received.last { $0.contains(bench.client(4).text) }
        #expect(notified?.hasPrefix("{\"type\":\"presence\",\"list\":\"a.b\"") == true)
    }

    @Test func clientsOfAServerThatIsGone_goWithinFourSeconds_andComeBackWithIt() throws {
        let bench = try Bench(seed: 3, .none)
        for number in 0..<3 { bench.open(number) }
        bench.wait(2)
        #expect(bench.shown().allSatisfy { $0.count == 3 })
        bench.bus.cut("three")
        bench.wait(2)
        #expect(bench.shown()[0].count == 3)
        bench.wait(2.5)
        #expect(bench.shown().map(\.count) == [2, 2, 1])
        #expect(bench.links[0].received.contains { $0.hasSuffix("\"left\":[\"client-2\"]}") })
        bench.bus.mend("three")
        bench.wait(8)
        #expect(bench.shown().allSatisfy { $0.count == 3 })
    }

    /// Presence of a server that is gone is found where something keeps it: here its heartbeats go on.
    @Test func clientsOfAServerThatIsGone_whoseHeartbeatsGoOn_areFound() throws {
        let bench = try Bench(seed: 3, .none)
        for number in 0..<3 { bench.open(number) }
        bench.wait(2)
        bench.bus.cut("three")
        let other = bench.bus.endpoint(of: "other")
        for _ in 0..<5 {
            other.publish(Array(#"{"server":"three"}"#.utf8), to: "beat")
            bench.wait(1)
        }
        #expect(bench.shown()[0].count == 3)
    }

    @Test func clientThatMovesToAnotherServer_isShownOnce_andStays() throws {
        let bench = try Bench(seed: 4, .none)
        for number in 0..<3 { bench.open(number) }
        bench.wait(1)
        bench.open(2, on: 1)
        bench.leave(2)
        bench.wait(1)
        #expect(bench.shown()[0].count == 3 && bench.shown()[1].count == 3)
        let left = bench.links[0].received.filter { $0.contains("\"left\":[\"client-2\"]") }
        #expect(left.isEmpty)
    }

    @Test func listWithoutAnAudience_hearsAndTellsNothing() throws {
        let bench = try Bench(seed: 5, .none)
        bench.open(0)
        bench.wait(2)
        #expect(bench.shown().map(\.count) == [1, 0, 0])
        bench.leave(0)
        bench.open(1)
        bench.wait(3)
        #expect(bench.shown().map(\.count) == [0, 1, 0])
    }

    @Test(arguments: 1...10)
    func lists_tellTheClientsOnAllServers(seed: Int) throws {
        let bench = try Bench(seed: seed, .all)
        for number in 0..<6 { bench.open(number) }
        bench.wait(10)
        bench.leave(1)
        bench.wait(5)
        bench.bus.setFaults(.none)
        bench.wait(4)
        #expect(bench.counts() == ["5", "5", "5"], "seed \(seed)")
        bench.bus.cut("three")
        bench.wait(5)
        #expect(bench.counts() == ["3", "3", "2"], "seed \(seed)")
    }

    @Test func garbage_isCountedAndIgnored() throws {
        let bench = try Bench(seed: 6, .none)
        for number in 0..<3 { bench.open(number) }
        bench.wait(1)
        let other = bench.bus.endpoint(of: "other")
        let long = "{\"server\":\"\(String(repeating: "x", count: 65))\"}"
        for text in ["", "[]", "{\"server\":7}", "\u{0}", long, "{\"server\":\"x\"}"] {
            for subject in ["here.a=b", "hello", "counts", "beat", "edit.one"] {
                other.publish(Array(text.utf8), to: subject)
            }
        }
        bench.wait(1)
        #expect(bench.shown().allSatisfy { $0.count == 3 })
        let malformed = Log()
        bench.servers[0].use(bench.list) { malformed.add("\($0.services.peers?.malformed ?? 0)") }
        _ = bench.time.run { !malformed.lines.isEmpty }
        #expect(malformed.lines == ["29"])
    }
}

extension SimulatedServer {
    /// Does something with a list, in a pass of the loop.
    func use(_ list: ListID, _ work: @escaping @Sendable (ListSequencer) -> Void) {
        registry.execute { registry in
            if let sequencer = registry.sequencer(of: list) { work(sequencer) }
        }
    }
}
