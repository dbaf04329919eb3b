import Foundation
import ListJournal
import ListProtocol
import Logging
import NATS

/// Where a store is: a file, or a cluster of NATS.
enum StoreLocation: Sendable {
    case file(String)
    case cluster(NATSSettings)

    /// The store that `serve` would use.
    ///
    /// - Throws: `SettingsError`, which names the setting and says what it must be.
    init(_ source: SettingsSource) throws {
        if try source.text("journal.engine") == "nats" {
            self = .cluster(try NATSSettings(source, isForReading: true))
        } else if case .sqlite(let path) = try JournalSettings(source) {
            self = .file(path)
        } else {
            throw SettingsError("the setting journal.engine must be sqlite or nats")
        }
    }

    /// The store in messages and marks: the whole path, or the addresses, without passwords.
    var name: String {
        switch self {
        case .file(let path): URL(fileURLWithPath: path).standardizedFileURL.path
        case .cluster(let nats): NATSConfiguration.text(of: nats.urls)
        }
    }
}

extension NATSSettings {
    /// Opens the cluster for a command, which prints what the server would log.
    ///
    /// - Throws: As ``open(_:_:for:)``; `SettingsError`.
    func open(
        _ limits: ProtocolLimits, for purpose: JetStreamJournal.Purpose
    ) async throws -> JetStreamJournal {
        if purpose != .reading { try checkMonitors() }
        var log = Logger(label: "lockstep") { LineLogHandler(.text(label: $0)) }
        log.logLevel = .warning
        return try await open(limits, log, for: purpose)
    }
}
