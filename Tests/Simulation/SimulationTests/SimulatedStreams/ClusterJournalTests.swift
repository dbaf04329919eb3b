import NATS
import Testing

@testable import ListJournal
@testable import ListWebhooks
@testable import ServerTesting

/// What two journals of a cluster do where an answer gets lost between two steps, or comes from a deposed leader.
@Suite struct ClusterJournalTests {
    /// Two servers on the same streams, of which nothing goes wrong by chance.
    private struct Bench {
        let time = SimulatedTime(seed: 1)
        let layout: StreamLayout
        let streams: SimulatedStreams
        let connections: [SimulatedStreamClient]
        let journals: [JetStreamJournal]

        init() throws {
            let (time, layout) = (time, try #require(StreamLayout()))
            let streams = SimulatedStreams(layout, in: time)
            let names = ["one", "two"]
            let connections = names.map {
                SimulatedStreamClient(of: $0, to: streams, in: time, Trace(in: time))
            }
            (self.layout, self.streams, self.connections) = (layout, streams, connections)
            journals = zip(names, connections).map { name, connection in
                JetStreamJournal(
                    JetStreamJournal.Options(
                        NATSConfiguration(urls: []), setup: ClusterSetup(layout: layout),
                        limits: (inFlight: 256, undo: 100)),
                    on: connection, time: time.journalTime, writer: name, bus: nil)
            }
        }

        func wait(_ seconds: Double) {
            let end = time.now + seconds
            time.after(seconds) {}
            _ = time.run { time.now >= end }
        }

        /// Whether the list's log has a record.
        var isStored: Bool {
            let (stream, subject) = (layout.logStream(of: "l"), layout.log(of: "l"))
            let reply = streams.read(stream, of: .leader) { stream, moment in
                .success(stream.last(of: subject, at: moment) != nil)
            }
            if case .answer(.success(true)) = reply { return true }
            return false
        }

        func create(_ epoch: String, by journal: Int = 0) -> Bool {
            let journal = journals[journal]
            let list = NewList(list: "l", epoch: epoch, title: "", rows: 0, at: 0, snapshot: [1])
            return time.wait { (try? await journal.create([list])) != nil } ?? false
        }

        func delete(_ epoch: String, by journal: Int) -> Bool {
            let journal = journals[journal]
            return time.wait { (try? await journal.delete(list: "l", epoch: epoch)) != nil }
                ?? false
        }

        /// The epoch of the list, as a journal finds it.
        func epoch(by journal: Int) -> String? {
            let journal = journals[journal]
            return time.wait { try? await journal.head(list: "l")?.epoch }.flatMap(\.self)
        }
    }

    @Test(arguments: [false, true])
    func creationWhoseAnswerGotLost_doesNotBringBackWhatOthersDeleted(
        isFollowedByAnother: Bool
    ) throws {
        let bench = try Bench()
        let (time, journal) = (bench.time, bench.journals[0])
        let (isRefused, isOver) = (Flag(), Flag())
        let list = NewList(list: "l", epoch: "e", title: "", rows: 0, at: 0, snapshot: [1])
        Task.detached(executorPreference: time) {
            do { _ = try await journal.create([list]) } catch { isRefused.set() }
            isOver.set()
        }
        // It is stored, and the acknowledgement is not there yet.
        try #require(time.run { bench.isStored })
        bench.streams.cut("one")
        bench.connections[0].disconnect()
        try #require(bench.delete("e", by: 1) && !isOver.isSet)
        if isFollowedByAnother {
            try #require(bench.create("f", by: 1) && bench.delete("f", by: 1) && !isOver.isSet)
            // What was deleted is purged by then.
            bench.wait(4)
        }
        bench.streams.mend("one")
        try #require(time.run { isOver.isSet })
        #expect(isRefused.isSet)
        #expect(bench.epoch(by: 1) == nil)
    }

    @Test func deletedList_isNotFoundByALeaderThatWasDeposed() throws {
        let bench = try Bench()
        try #require(bench.create("e"))
        for node in 0..<SimulatedStreams.nodes { bench.streams.halt(node, for: 20) }
        bench.wait(20)
        // Another one is elected; the one before it answers as well, for as long again.
        try #require(bench.delete("e", by: 0))
        for _ in 0..<20 { #expect(bench.epoch(by: 0) == nil) }
    }

    @Test func newList_isNotMissedByALeaderThatWasDeposed() throws {
        let bench = try Bench()
        for node in 0..<SimulatedStreams.nodes { bench.streams.halt(node, for: 10_000) }
        bench.wait(10_000)
        try #require(bench.create("e"))
        // So that the leader is asked.
        bench.streams.slow(by: 1_000)
        let journal = bench.journals[0]
        for _ in 0..<500 {
            let isMissed = bench.time.wait { () -> Bool in
                do { return try await journal.loadSnapshot(list: "l") == nil } catch {
                    return false
                }
            }
            #expect(isMissed == false)
        }
    }

    /// A cursor that says nothing and was not removed is replaced like any other.
    @Test func emptyCursorThatIsStillThere_isReplaced() throws {
        let bench = try Bench()
        let (journal, connection) = (bench.journals[0], bench.connections[1])
        let subject = bench.layout.cursor(ofHook: "h", in: "l")
        let saved = bench.time.wait { () -> [Bool] in
            _ = await connection.publish(
                HookCursor(list: "l").encoded, to: subject, expected: 0, id: nil)
            var table = HookCursorTable()
            table.note(.deleted("d"), of: "l")
            var areOwn: [Bool] = []
            for _ in 0..<3 {
                _ = table.noteEnd(of: "l", epoch: "e")
                for saved in (try? await journal.saveCursors(table.takeUnsaved(), ofHook: "h"))
                    ?? []
                {
                    areOwn.append(saved.isOwn)
                    _ = table.noteSaved(saved)
                }
            }
            return areOwn
        }
        #expect(saved == [false, true])
    }
}
