import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// Copies the write-ahead log to the main file beside the commits.
///
/// SQLite's own way is to do that within the commit that makes the log long. No edit of any list is
/// answered while it writes and syncs 16 MB. Here a connection of its own does it. A log begins anew
/// only once all of it is copied, so the writer copies the little that was committed meanwhile.
final class Checkpoints: Sendable {
    /// What the writer does after a commit.
    enum Step: Equatable {
        case nothing
        /// Have the log copied beside the commits.
        case start
        /// Copy the rest of the log before the next commit, once no other copying is under way.
        case finish
    }

    /// Lengths of the log, in pages of 4 kB.
    struct Lengths {
        /// Pages that are not copied yet at which copying starts: 16 MB.
        ///
        /// Pages that every commit changes are copied less often this way.
        var start = 4_000
        /// At most as many pages are left to the writer, 1 MB; of a log longer than 64 MB, a 64th.
        var finish = 256
        /// Pages that are committed while others are copied at which the writer waits: 128 MB.
        var maximum = 32_000
        /// Pages that are committed before what had no effect is tried again: readers may have held
        /// the log.
        var retry = 64
    }

    /// When to copy, by the length of the log.
    struct Schedule {
        private enum Phase {
            /// Not yet long enough, or again since copying failed at this length.
            case growing(from: Int)
            /// Being copied since it had this length.
            case copying(from: Int)
            case copied
        }
        private var phase = Phase.growing(from: 0)
        private var pages = 0
        /// The pages at the log's beginning that are copied.
        private var done = 0
        /// The length at which a copied log is looked at again.
        private var next = 0
        private let lengths: Lengths

        init(_ lengths: Lengths = Lengths()) {
            self.lengths = lengths
        }

        /// The step after a commit that made the log `pages` long.
        mutating func committed(pages: Int) -> Step {
            if pages < self.pages { begin() }
            self.pages = pages
            switch phase {
            case .growing(let from) where pages - from < lengths.start:
                return .nothing
            case .copying(let from) where pages - from < lengths.maximum:
                return .nothing
            case .copying:
                return .finish
            case .copied where pages < next:
                return .nothing
            case .copied where pages - done <= max(lengths.finish, pages / 64):
                return .finish
            case .growing, .copied:
                phase = .copying(from: pages)
                return .start
            }
        }

        /// The log has begun anew: all of it was copied.
        private mutating func begin() {
            done = 0
            next = 0
            if case .copying = phase { return }
            phase = .growing(from: 0)
        }

        /// Copying beside the commits has ended, with the first `pages` of the log.
        mutating func copied(pages: Int) {
            next = pages > done ? 0 : self.pages + lengths.retry
            done = pages
            phase = .copied
        }

        /// The writer's copying has ended, with the first `pages` of the log: the next commit begins it
        /// anew, unless a reader holds it.
        mutating func finished(pages: Int) {
            next = self.pages + lengths.retry
            done = pages
            phase = .copied
        }

        /// Copying has failed.
        mutating func failed() { phase = .growing(from: pages) }
    }

    /// The length of the log after the last commit, in pages.
    private final class Log: Sendable {
        let pages = Atomic(0)
    }

    /// Copies what it can of the log into the main file; the pages at the log's beginning that are copied.
    typealias Copying = @Sendable (Database) throws -> Int

    private let pool: DatabasePool
    private let connection: DatabaseQueue
    private let work: any BackgroundWork
    private let schedule: Mutex<Schedule>
    private let log = Log()
    private let copying: Copying
    private let report: @Sendable (CheckpointNotice) -> Void
    /// How often in a row it failed.
    private let failed = Mutex(0)

    /// Takes over from SQLite's own checkpoints of the pool's writer.
    ///
    /// - Parameter report: Called, from any thread, when copying begins to fail, and when it goes on.
    init(
        pool: DatabasePool, work: StoreWork = .threads(),
        copying: @escaping Copying = { try $0.checkpoint().checkpointedFrameCount },
        report: @escaping @Sendable (CheckpointNotice) -> Void = { _ in }
    ) throws {
        self.pool = pool
        self.work = work.checkpoints
        schedule = Mutex(Schedule(work.lengths))
        self.copying = copying
        self.report = report
        var configuration = Configuration()
        configuration.label = "journal.checkpoints"
        connection = try DatabaseQueue(path: pool.path, configuration: configuration)
        let context = unsafe Unmanaged.passUnretained(log).toOpaque()
        pool.writeWithoutTransaction { db in
            _ = unsafe sqlite3_wal_hook(
                db.sqliteConnection,
                { context, _, _, pages in
                    guard let context = unsafe context else { return SQLITE_OK }
                    let log = unsafe Unmanaged<Log>.fromOpaque(context).takeUnretainedValue()
                    log.pages.store(Int(pages), ordering: .relaxed)
                    return SQLITE_OK
                }, context)
        }
    }

    /// To be called by the writer after each transaction.
    func committed() {
        let pages = log.pages.load(ordering: .relaxed)
        switch schedule.withLock({ $0.committed(pages: pages) }) {
        case .nothing:
            break
        case .start:
            work.begin { self.copy() }
        case .finish:
            work.finish()
            let copied = reporting { try pool.writeWithoutTransaction(copying) }
            schedule.withLock { schedule in
                if let copied {
                    schedule.finished(pages: copied)
                } else {
                    schedule.failed()
                }
            }
        }
    }

    /// Adds how it goes.
    func add(to figures: inout JournalFigures) {
        figures.logBytes = log.pages.load(ordering: .relaxed) * Self.pageBytes
        figures.checkpointFailures = failed.withLock { $0 }
    }

    private static let pageBytes = 4_096

    /// Tells of the first failure and of the first success after one.
    private func reporting(_ copy: () throws -> Int) -> Int? {
        do {
            let copied = try copy()
            let before = failed.withLock { count in
                defer { count = 0 }
                return count
            }
            if before > 0 { report(.recovered) }
            return copied
        } catch {
            let count = failed.withLock { count in
                count += 1
                return count
            }
            if count == 1 { report(.failing("\(error)")) }
            return nil
        }
    }

    /// Copies what is committed by now.
    ///
    /// Where that fails, it is tried again once the log has grown.
    private func copy() {
        let copied = reporting { try connection.writeWithoutTransaction(copying) }
        schedule.withLock { schedule in
            if let copied {
                schedule.copied(pages: copied)
            } else {
                schedule.failed()
            }
        }
    }

    /// Closes the store: copies everything into the main file, and removes the log.
    ///
    /// To be called on the writer's thread.
    func close() {
        work.finish()
        try? pool.close()
        // SQLite removes the log when the last connection is closed that has used it, unless that may
        // only read, as the pool's readers.
        _ = try? connection.read { try Int.fetchOne($0, sql: "SELECT key FROM lists LIMIT 1") }
        try? connection.close()
    }
}

/// How copying the write-ahead log into the main file of a store goes.
package enum CheckpointNotice: Sendable {
    /// It fails, for this reason: the log grows until it goes on.
    case failing(String)
    case recovered
}
