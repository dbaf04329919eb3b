import Foundation
import JSON
import Logging

/// Writes the log as JSON, an object on each line, for programs that collect logs.
///
/// `time` (RFC 3339, UTC, with milliseconds), `level`, `message`, `source` (the module), and `metadata`, an
/// object of texts, where there are any.
struct JSONLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info
    private let write: @Sendable (String) -> Void

    /// - Parameter write: Takes each line, without its line feed.
    init(write: @escaping @Sendable (String) -> Void = { Output.note($0) }) {
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }
        all.merge(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error"] = "\(error)" }
        write(Self.line(event, all, at: Date()))
    }

    /// The line of an event.
    static func line(_ event: LogEvent, _ metadata: Logger.Metadata, at time: Date) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("time", time.formatted(timeFormat))
            writer.member("level", event.level.rawValue)
            writer.member("message", event.message.description)
            writer.member("source", event.source)
            guard !metadata.isEmpty else { return }
            writer.name("metadata" as StaticString)
            writer.object { writer in
                for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
                    writer.name(key)
                    writer.string(value.description)
                }
            }
        }
        return writer.text
    }

    private static let timeFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
