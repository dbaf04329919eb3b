import Foundation
import ListJournal
import ListProtocol
import ListServer
import Logging
import Synchronization

/// Makes a backup of the store each time `backup.every` has passed since the last one, and keeps the newest.
///
/// The folder tells when that was, so a server that is started again goes on with the same times.
struct BackupService: BackgroundService {
    let settings: BackupSettings
    let limits: ProtocolLimits
    let server: Server
    let log: Logger

    /// Seconds until a backup that failed is made again, at most.
    private static let retrySeconds = 600.0

    private var folder: BackupFolder { BackupFolder(path: settings.folder) }

    func run() async {
        var wait = begin()
        while (try? await Task.sleep(for: .seconds(wait))) != nil {
            wait = await makeOne()
        }
    }

    /// Tells what there is.
    ///
    /// - Returns: Seconds until the first backup is due.
    private func begin() -> Double {
        do {
            try folder.prepare()
            guard let newest = try folder.newest(at: Date()) else { return 0 }
            server.backedUp(at: newest.timeIntervalSince1970)
            return max(0, Double(settings.every.seconds) + newest.timeIntervalSinceNow)
        } catch {
            return failed(error)
        }
    }

    /// - Returns: Seconds until the next.
    private func makeOne() async -> Double {
        let began = Date()
        do {
            try folder.prepare()
            let path = folder.file(at: began)
            try await copy(to: path)
            try folder.keep(settings.keep, at: Date())
            server.backedUp(at: began.timeIntervalSince1970)
            log.notice(
                "a backup was made",
                metadata: [
                    "file": "\(path)",
                    "seconds": "\(String(format: "%.1f", -began.timeIntervalSinceNow))",
                ])
            return max(0, Double(settings.every.seconds) + began.timeIntervalSinceNow)
        } catch {
            return Task.isCancelled ? 0 : failed(error)
        }
    }

    private func copy(to path: String) async throws {
        let file = try AtomicFile(path, replacing: false)
        let source: any ListSource =
            switch settings.store {
            case .file(let store): try StoreSource(path: store)
            case .cluster(let nats):
                ClusterSource(journal: try await nats.open(limits, log, for: .reading))
            }
        try await file.write { partial in
            do {
                try await source.backup(to: partial) { _, _ in }
            } catch {
                try? await source.close()
                throw error
            }
            try await source.close()
        }
    }

    private func failed(_ error: any Error) -> Double {
        log.error(
            "a backup could not be made; it is tried again",
            metadata: ["folder": "\(settings.folder)", "reason": "\(error)"])
        server.backupFailed()
        return min(Double(settings.every.seconds), Self.retrySeconds)
    }
}

/// The folder of the backups that a server makes by itself: `lists-20261123T184500Z.sqlite`, by the time (UTC)
/// when each was begun.
struct BackupFolder: Sendable {
    let path: String

    /// Makes the folder where there is none, and removes what processes that are gone left there unfinished.
    func prepare() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            guard let match = name.firstMatch(of: #/^lists-\d{8}T\d{6}Z\.sqlite\.partial-(\d+)/#),
                let process = Int32(match.1)
            else { continue }
            // One of another server may be under way; this one writes none now.
            let isGone = process == getpid() || kill(process, 0) != 0 && errno == ESRCH
            if isGone { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
        }
    }

    /// The path of the backup that is begun at this time.
    func file(at time: Date) -> String {
        "\(path)/lists-\(time.formatted(Self.format)).sqlite"
    }

    /// When the newest was begun, by a clock that says `now`; nil where there is none.
    func newest(at now: Date) throws -> Date? {
        try backups().map(\.time).filter { $0 <= now }.max()
    }

    /// Removes the oldest ones.
    ///
    /// - Parameters:
    ///   - count: How many stay.
    ///   - now: What lies after was made by a clock that was wrong, and goes first.
    func keep(_ count: Int, at now: Date) throws {
        let oldestFirst = try backups().sorted { left, right in
            (left.time <= now ? 1 : 0, left.time) < (right.time <= now ? 1 : 0, right.time)
        }
        for backup in oldestFirst.dropLast(count) {
            try FileManager.default.removeItem(atPath: "\(path)/\(backup.name)")
        }
    }

    private func backups() throws -> [(name: String, time: Date)] {
        try FileManager.default.contentsOfDirectory(atPath: path).compactMap { name in
            guard let match = name.wholeMatch(of: #/lists-(\d{8}T\d{6}Z)\.sqlite/#),
                let time = try? Date(String(match.1), strategy: Self.format)
            else { return nil }
            return (name, time)
        }
    }

    private static let format = Date.ISO8601FormatStyle(
        dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)
}
