import Foundation
import GRDB
import Testing

@testable import ListJournal

@Suite(.timeLimit(.minutes(1)))
struct CheckpointsTests {
    private static let start = Checkpoints.Schedule.startPages
    private static let finish = Checkpoints.Schedule.finishPages
    private static let maximum = Checkpoints.Schedule.maximumPages

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

    @Test func logThatAReaderHolds_isCopiedWheneverItHasGrown() {
        var schedule = Checkpoints.Schedule()
        #expect(schedule.committed(pages: Self.start) == .start)
        schedule.copied(pages: Self.start)
        #expect(schedule.committed(pages: Self.start + 1) == .finish)
        schedule.finished(pages: Self.start + 1)
        #expect(schedule.committed(pages: 2 * Self.start) == .nothing)
        #expect(schedule.committed(pages: 2 * Self.start + 1) == .start)
    }

    @Test func logThatGrowsFasterThanItIsCopied_holdsTheWriterUp() {
        var schedule = Checkpoints.Schedule()
        #expect(schedule.committed(pages: Self.maximum - 1) == .start)
        #expect(schedule.committed(pages: Self.maximum) == .finish)
        schedule.finished(pages: Self.maximum)
        #expect(schedule.committed(pages: Self.start) == .start)
        schedule.copied(pages: Self.start)
        #expect(schedule.committed(pages: Self.maximum) == .finish)
    }

    @Test func copyingThatFails_isTriedAgainOnceTheLogHasGrown() {
        var schedule = Checkpoints.Schedule()
        #expect(schedule.committed(pages: Self.start) == .start)
        schedule.finished(pages: Self.start)
        #expect(schedule.committed(pages: 2 * Self.start - 1) == .nothing)
        #expect(schedule.committed(pages: 2 * Self.start) == .start)
    }

    @Test func muchThatIsWritten_leavesAShortLogAndAllOfItInTheMainFile() async throws {
        let store = try TemporaryStore()
        let commits = try GroupCommit(pool: SQLiteStore.open(path: store.path))
        try await commits.run { try $0.execute(sql: "CREATE TABLE pieces (body BLOB)") }
        let bytes = 1 << 20
        for _ in 0..<150 {
            try await commits.run(bytes: bytes) { db in
                try db.execute(sql: "INSERT INTO pieces VALUES (zeroblob(?))", arguments: [bytes])
            }
        }
        let log = try FileManager.default.attributesOfItem(atPath: store.path + "-wal")
        #expect(log[.size] as? Int ?? 0 < (Self.maximum + 1_000) * 4_096)
        await commits.close()
        #expect(!FileManager.default.fileExists(atPath: store.path + "-wal"))
        let kept = try DatabaseQueue(path: store.path)
        #expect(
            try await kept.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM pieces") } == 150)
    }
}
