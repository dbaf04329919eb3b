import Foundation
import GRDB
import Synchronization
import Testing

@testable import ListJournal

@Suite(.timeLimit(.minutes(10)))
struct CheckpointsTests {
    private static let start = Checkpoints.Lengths().start
    private static let finish = Checkpoints.Lengths().finish
    private static let maximum = Checkpoints.Lengths().maximum
    private static let retry = Checkpoints.Lengths().retry

    @Test func longLog_isCopiedBesideTheCommitsAndFinishedOnceLittleIsLeft() {
        var schedule = Checkpoints.Schedule()
        #expect(schedule.committed(pages: Self.start - 1) == .nothing)
        #expect(schedule.committed(pages: Self.start) == .start)
        #expect(schedule.committed(pages: Self.start + 5_000) == .nothing, "it is under way")
        schedule.copied(pages: Self.start)
        #expect(schedule.committed(pages: Self.start + 5_001) == .start, "much came meanwhile")
        schedule.copied(pages: Self.start + 5_001)
        #expect(schedule.committed(pages: Self.start + 5_001 + Self.finish) == .finish)
        schedule.finished(pages: Self.start + 5_001 + Self.finish)
        #expect(schedule.committed(pages: 4) == .nothing, "the log began anew")
        #expect(schedule.committed(pages: Self.start) == .start)
    }

    @Test func logThatDoesNotBeginAnew_isFinishedAgainSoon() {
        var schedule = Checkpoints.Schedule()
        #expect(schedule.committed(pages: Self.start) == .start)
        schedule.copied(pages: Self.start)
        #expect(schedule.committed(pages: Self.start + 1) == .finish)
        schedule.finished(pages: Self.start + 1)
        #expect(schedule.committed(pages: Self.start + Self.retry) == .nothing)
        #expect(schedule.committed(pages: Self.start + 1 + Self.retry) == .finish)
    }

    @Test func logThatAReaderHeldForLong_isCopiedBesideTheCommits() {
        var schedule = Checkpoints.Schedule()
        #expect(schedule.committed(pages: Self.start) == .start)
        schedule.copied(pages: 100)
        var pages = 2 * Self.maximum
        #expect(schedule.committed(pages: pages) == .start)
        schedule.copied(pages: 100)
        #expect(schedule.committed(pages: pages + 1) == .nothing, "it had no effect")
        pages += Self.retry
        #expect(schedule.committed(pages: pages) == .start)
        #expect(schedule.committed(pages: pages + Self.maximum - 1) == .nothing)
        pages += Self.maximum
        schedule.copied(pages: pages)
        #expect(schedule.committed(pages: pages + 1_000) == .finish)
    }

    @Test func logThatGrowsFasterThanItIsCopied_holdsTheWriterUp() {
        var schedule = Checkpoints.Schedule()
        #expect(schedule.committed(pages: Self.start) == .start)
        #expect(schedule.committed(pages: Self.start + Self.maximum - 1) == .nothing)
        #expect(schedule.committed(pages: Self.start + Self.maximum) == .finish)
    }

    @Test func copyingThatFails_isTriedAgainOnceTheLogHasGrown() {
        var schedule = Checkpoints.Schedule()
        #expect(schedule.committed(pages: Self.start) == .start)
        schedule.failed()
        #expect(schedule.committed(pages: 2 * Self.start - 1) == .nothing)
        #expect(schedule.committed(pages: 2 * Self.start) == .start)
    }

    @Test func copyingThatFails_isToldOnce_andWhenItGoesOn() async throws {
        let store = try TemporaryStore()
        let pool = try SQLiteStore.open(path: store.path)
        let notices = Mutex<[CheckpointNotice]>([])
        let isFull = Mutex(true)
        let checkpoints = try Checkpoints(pool: pool) { db in
            if isFull.withLock({ $0 }) { throw DatabaseError(resultCode: .SQLITE_IOERR) }
            return try db.checkpoint().checkpointedFrameCount
        } report: { notice in
            notices.withLock { $0.append(notice) }
        }
        func figures() -> JournalFigures {
            var figures = JournalFigures(engine: "sqlite")
            checkpoints.add(to: &figures)
            return figures
        }
        try await pool.write { try $0.execute(sql: "CREATE TABLE pieces (body BLOB)") }
        func write(until isDone: () -> Bool) async throws {
            while !isDone() {
                try await pool.write {
                    try $0.execute(sql: "INSERT INTO pieces VALUES (zeroblob(1048576))")
                }
                checkpoints.committed()
            }
        }
        try await write { figures().checkpointFailures == 2 }
        #expect(figures().logBytes > 32 << 20)
        isFull.withLock { $0 = false }
        try await write { figures().checkpointFailures == 0 }
        let notified = notices.withLock { $0 }
        guard notified.count == 2, case .failing = notified[0], case .recovered = notified[1] else {
            Issue.record("\(notified)")
            return
        }
        checkpoints.close()
    }

    @Test func muchThatIsWritten_isInTheMainFileBeforeTheStoreIsClosed() async throws {
        let store = try TemporaryStore()
        let commits = try GroupCommit(pool: SQLiteStore.open(path: store.path))
        try await commits.run { try $0.execute(sql: "CREATE TABLE pieces (body BLOB)") }
        let bytes = 1 << 20
        for _ in 0..<17 {
            try await commits.run(bytes: bytes) { db in
                try db.execute(sql: "INSERT INTO pieces VALUES (zeroblob(?))", arguments: [bytes])
            }
        }
        func size() throws -> Int {
            let main = try FileManager.default.attributesOfItem(atPath: store.path)
            return main[.size] as? Int ?? 0
        }
        // The suite's time limit ends a wait that is in vain.
        while try size() < 16 * bytes {
            try await commits.run { try $0.execute(sql: "UPDATE probes SET count = count + 1") }
        }
        await commits.close()
        #expect(!FileManager.default.fileExists(atPath: store.path + "-wal"))
        let kept = try DatabaseQueue(path: store.path)
        #expect(
            try await kept.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM pieces") } == 17)
    }
}
