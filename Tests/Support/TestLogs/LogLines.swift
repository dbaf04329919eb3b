import Foundation
package import Logging

/// Keeps what is logged.
package final class LogLines: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var lines: [(level: Logger.Level, text: String)] = []

    package init() {}

    package var levels: [Logger.Level] { lock.withLock { unsafe lines.map(\.level) } }
    package var text: String {
        lock.withLock { unsafe lines.map(\.text).joined(separator: "\n") }
    }

    package var logger: Logger {
        var logger = Logger(label: "test") { _ in RecordingHandler(lines: self) }
        logger.logLevel = .trace
        return logger
    }

    private func add(_ level: Logger.Level, _ text: String) {
        lock.withLock { unsafe lines.append((level, text)) }
    }

    private struct RecordingHandler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.add(event.level, "\(event.message) \(event.metadata ?? [:])")
        }
    }
}
