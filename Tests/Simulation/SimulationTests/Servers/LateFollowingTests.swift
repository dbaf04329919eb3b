import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing
import WebSocketTransport

@testable import ListHosting
@testable import ListServer
@testable import ServerTesting

/// What a server says of a list that another one has deleted, or made anew, before it hears of that.
@Suite struct LateFollowingTests {
    private struct Bench {
        let time: SimulatedTime
        let journal = MemoryJournal()
        let connections: [SimulatedConnection]
        let servers: [SimulatedServer]
        let list = ListID("l")

        init(seed: UInt64 = 1) throws {
            let time = SimulatedTime(seed: seed)
            self.time = time
            let journal = journal
            let names = ["one", "two"]
            let connections = names.map {
                SimulatedConnection(of: $0, to: journal, in: time, Trace(in: time))
            }
            self.connections = connections
            servers = try zip(names, connections).map {
                try SimulatedServer($0, on: $1, in: time)
            }
            try #require(servers[0].start())
            try #require(servers[0].create(Self.description(of: list)))
            try #require(servers[1].start())
            connections[1].setLag(600)
        }

        static func description(of list: ListID) -> CreateList {
            CreateList(list: list, title: "T", rules: Rules(), sections: [])
        }
    }

    @Test func deletion_isOfTheListThatHasTheIDNow() throws {
        let bench = try Bench()
        let before = bench.journal.head(of: "l")?.epoch
        try #require(bench.servers[0].delete(bench.list))
        try #require(bench.servers[0].create(Bench.description(of: bench.list)))
        #expect(bench.journal.head(of: "l")?.epoch != before)
        #expect(bench.servers[1].delete(bench.list))
        #expect(bench.journal.head(of: "l") == nil)
    }

    @Test func idOfADeletedList_isFreeAtOnce() throws {
        let bench = try Bench()
        try #require(bench.servers[0].delete(bench.list))
        #expect(bench.servers[1].create(Bench.description(of: bench.list)))
        // It is taken then, also for the server that does not know of it yet.
        bench.connections[0].setLag(600)
        #expect(!bench.servers[0].create(Bench.description(of: bench.list)))
    }

    /// The records of an earlier list are removed with it: whoever was cut off is not notified of its deletion.
    @Test func deletionThatWasMissed_isToldByThatOfALaterList() throws {
        let bench = try Bench()
        let other = bench.connections[1]
        other.setLag(0)
        other.setDeaf(true)
        try #require(bench.servers[0].delete(bench.list))
        try #require(bench.servers[0].create(Bench.description(of: bench.list)))
        other.setDeaf(false)
        #expect(bench.servers[1].serves(bench.list))
        try #require(bench.servers[0].delete(bench.list))
        #expect(bench.servers[1].run { _, _ in await bench.time.pause(10) })
        #expect(!bench.servers[1].serves(bench.list))
    }

    /// A server that was told, wrongly, that a list is gone finds it when it is asked for next.
    @Test func listThatEndedHere_isLookedForAnew() throws {
        let bench = try Bench()
        let server = bench.servers[1]
        #expect(server.end(bench.list) && !server.serves(bench.list))
        #expect(server.find(bench.list) && server.serves(bench.list))
        // One that is deleted stays so.
        try #require(bench.servers[0].delete(bench.list))
        #expect(server.end(bench.list) && server.find(bench.list) && !server.serves(bench.list))
    }

    /// Whoever was not answered in time asks the same again.
    @Test func requestThatWasAnsweredLate_isRecognised() throws {
        let bench = try Bench()
        let server = bench.servers[0]
        let new = ListID("new")
        bench.connections[0].setPause(20)
        try #require(server.create(Bench.description(of: new)))
        #expect(server.create(Bench.description(of: new)))
        #expect(!server.create(Bench.description(of: new), for: "another"))
        var other = Bench.description(of: new)
        other.title = "other"
        #expect(!server.create(other))
        try #require(server.delete(new))
        #expect(server.delete(new))
        bench.connections[0].setPause(0)
        // In time: the answer was heard.
        try #require(server.create(Bench.description(of: new)))
        #expect(!server.create(Bench.description(of: new)))
        try #require(server.delete(new))
        #expect(server.delete(ListID("none")) == false)
    }

    /// Requests for one id wait for each other; what is made meanwhile is not what a deletion was asked for.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func listThatIsMadeAnew_outlivesDeletionsOfTheOneBefore(seed: UInt64) throws {
        let bench = try Bench(seed: seed)
        let (server, list, isMade) = (bench.servers[0], bench.list, Flag())
        bench.connections[0].setPause(2)
        _ = server.run { _, registry in
            let first = server.registry.begin(on: server.time) { _, registry in
                await registry.delete(list)
            }
            // Both are asked for while the first is under way, and wait for it.
            await server.time.pause(0.5)
            let made = server.registry.begin(on: server.time) { _, registry in
                await registry.create(Bench.description(of: list))
            }
            let second = server.registry.begin(on: server.time) { _, registry in
                await registry.delete(list)
            }
            _ = await (first.value, second.value)
            if case .success = await made.value { isMade.set() }
        }
        #expect(isMade.isSet == (bench.journal.head(of: "l") != nil))
    }

    /// Whoever waits for another request is told in time that nothing was done.
    @Test func requestBehindOneWithoutAnOutcome_isRefusedInTime() throws {
        let bench = try Bench()
        let (server, list, isRefused) = (bench.servers[0], bench.list, Flag())
        bench.connections[0].setPause(100)
        _ = server.run { _, registry in
            let first = server.registry.begin(on: server.time) { _, registry in
                await registry.delete(list)
            }
            let second = server.registry.begin(on: server.time) { _, registry in
                await registry.delete(list)
            }
            for result in await [first.value, second.value] {
                if case .failure(.unavailable) = result { isRefused.set() }
            }
        }
        #expect(isRefused.isSet && bench.journal.head(of: "l") == nil)
    }
}
