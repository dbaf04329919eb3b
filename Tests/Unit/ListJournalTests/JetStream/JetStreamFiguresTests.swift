import Foundation
import NATS
import NATSNodes
import Testing

@testable import ListJournal

@Suite struct JetStreamFiguresTests {
    /// What the log was told.
    private final class Notices: Sendable {
        private let lock = NSLock()
        // Guarded by `lock`.
        nonisolated(unsafe) private var noted: [JetStreamNotice] = []

        var all: [JetStreamNotice] { lock.withLock { unsafe noted } }
        func add(_ notice: JetStreamNotice) { lock.withLock { unsafe noted.append(notice) } }
    }

    @Test func election_isCountedWhereAnotherNodeLeads() {
        let figures = JetStreamFigures(patience: 15) { _ in }
        for leader in ["a", "a", nil, "a", "b", nil, "c", "c"] {
            figures.note(bytes: 7, leader: leader, of: "LS_LOG_0")
        }
        figures.note(bytes: 5, leader: "b", of: "LS_LOG_1")
        #expect(figures.counts.elections == 2)
        #expect(figures.counts.streams == ["LS_LOG_0": 7, "LS_LOG_1": 5])
    }

    @Test func largeStream_isToldOfOnceEachTime() async throws {
        let node = try await NATSNode()
        let connection = try await NATSConnection.connect(
            NATSConfiguration.patient([node.url]), execute: { work in Task { work() } },
            events: { _ in })
        let notices = Notices()
        var watch = ClusterWatch(
            setup: ClusterSetup(layout: try #require(StreamLayout())),
            streams: JetStream(connection),
            counters: JetStreamFigures(patience: 15) { notices.add($0) }, survey: { [] },
            unchecked: [])
        for bytes in [3_999_999_999, 4_000_000_000, 5_000_000_000, 1, 4_000_000_000] {
            watch.note(bytes: bytes, of: "LS_LOG_0")
        }
        watch.note(bytes: 4_000_000_000, of: "LS_LOG_1")
        #expect(
            notices.all == [
                .large(stream: "LS_LOG_0"), .large(stream: "LS_LOG_0"), .large(stream: "LS_LOG_1"),
            ])
        await connection.close()
    }

    @Test func clusterOutOfReach_isToldOfAfterAWhile() {
        let impatient = JetStreamFigures(patience: 0) { _ in }
        let patient = JetStreamFigures(patience: 3_600) { _ in }
        for figures in [impatient, patient] {
            #expect(figures.counts.isReachable)
            figures.note(.disconnected("gone"))
        }
        #expect(!impatient.counts.isReachable)
        #expect(patient.counts.isReachable)
        impatient.note(.reconnected("nats://b:4222"))
        #expect(impatient.counts.isReachable)
        #expect(impatient.counts.reconnects == 1)
    }

    @Test func retries_areCountedEach_andToldOnceForAReason() {
        let notices = Notices()
        let figures = JetStreamFigures(patience: 15) { notices.add($0) }
        for reason in ["no leader", "no leader", "timed out", "timed out"] {
            figures.attempted()
            figures.retried(reason)
        }
        figures.overtaken()
        #expect(notices.all == [.retrying("no leader"), .retrying("timed out")])
        let counts = figures.counts
        #expect((counts.attempts, counts.retries, counts.conflicts) == (4, 4, 1))
    }
}
