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

    /// When to copy, by the length of the log in pages of 4 kB.
    struct Schedule {
        /// Pages that are not copied yet at which copying starts: 16 MB.
        ///
        /// Pages that every commit changes are copied less often this way.
        static let startPages = 4_000
        /// At most as many pages are left to the writer: 1 MB.
        static let finishPages = 256
        /// The length of the log at which the writer waits until it is copied: 128 MB.
        static let maximumPages = 32_000

        private enum Phase { case idle, copying, copied }
        private var phase = Phase.idle
        /// The pages at the log's beginning that need no copying now.
        private var done = 0

        /// The step after a commit that made the log `pages` long.
        mutating func committed(pages: Int) -> Step {
            if pages < done { done = 0 }
            switch phase {
            case .idle where pages - done < Self.startPages:
                return .nothing
            case .copying where pages < Self.maximumPages:
                return .nothing
            case .copied where pages - done <= Self.finishPages || pages >= Self.maximumPages:
                return .finish
            case .copying:
                return .finish
            case .idle, .copied:
                phase = .copying
                return .start
            }
        }

        /// Copying beside the commits has ended, with the first `pages` of the log.
        mutating func copied(pages: Int) {
            done = pages
            phase = .copied
        }

        /// The writer's copying has ended with the first `pages` of the log, or copying has failed when
        /// the log was that long: the next attempt is made when it has grown.
        mutating func finished(pages: Int) {
            done = pages
            phase = .idle
        }
    }

    /// The length of the log after the last commit, in pages.
    private final class Log: Sendable {
        let pages = Atomic(0)
    }

    private let pool: DatabasePool
    private let connection: DatabaseQueue
    private let queue = DispatchQueue(label: "journal.checkpoints")
    private let schedule = Mutex(Schedule())
    private let log = Log()

    /// Takes over from SQLite's own checkpoints of the pool's writer.
    init(pool: DatabasePool) throws {
        self.pool = pool
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
            queue.async { self.copy(pages: pages) }
        case .finish:
            queue.sync {}
            let copied = try? pool.writeWithoutTransaction { try $0.checkpoint() }
            let done = copied?.checkpointedFrameCount ?? pages
            schedule.withLock { $0.finished(pages: done) }
        }
    }

    /// Copies what is committed by now; reports nothing where it fails, as the next commit will.
    private func copy(pages: Int) {
        let copied = try? connection.writeWithoutTransaction { try $0.checkpoint() }
        schedule.withLock { schedule in
            if let copied {
                schedule.copied(pages: copied.checkpointedFrameCount)
            } else {
                schedule.finished(pages: pages)
            }
        }
    }

    /// Closes the store: copies everything into the main file, and removes the log.
    func close() {
        queue.sync {}
        try? pool.close()
        // SQLite removes the log when the last connection is closed that has used it, unless that may
        // only read, as the pool's readers.
        _ = try? connection.read { try Int.fetchOne($0, sql: "SELECT key FROM lists LIMIT 1") }
        try? connection.close()
    }
}
