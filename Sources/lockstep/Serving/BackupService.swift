import Foundation
import ListJournal
import ListProtocol
import ListServer
import Logging
import ServiceLifecycle
import Synchronization

/// Makes a backup of the store each time `backup.every` has passed since the last one, and keeps the newest.
///
/// The folder tells when that was, so a server that is started again goes on with the same times.
struct BackupService: Service {
    let settings: BackupSettings
    let limits: ProtocolLimits
    let server: Server
    let log: Logger

    /// Seconds until a backup that failed is made again, at most.
    private static let retrySeconds = 600.0

    private var folder: BackupFolder { BackupFolder(path: settings.folder) }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var wait = begin()
            while (try? await Task.sleep(for: .seconds(wait))) != nil {
                wait = await makeOne()
            }
        }
    }

    /// Tells what there is.
    ///
    /// - Returns: Seconds until the first backup is due.
    private func begin() -> Double {
        do {
            try folder.prepare()
            guard let newest = try folder.newest() else { return 0 }
            server.backedUp(at: newest.timeIntervalSince1970)
            // A clock that was set back must not put the next one off for long.
            let every = Double(settings.every.seconds)
            return min(every, max(0, every + newest.timeIntervalSinceNow))
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
            try folder.keep(settings.keep)
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
        let source: any ListSource =
            switch settings.store {
            case .file(let store): try StoreSource(path: store)
            case .cluster(let nats):
                ClusterSource(journal: try await nats.open(limits, for: .reading))
            }
        try await AtomicFile(path, replacing: false).write { partial in
            try await source.backup(to: partial) { _, _ in }
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
