import Foundation
import JSON
import Logging

/// Writes the log to standard error, a line for each event.
struct LineLogHandler: LogHandler {
    enum Format {
        /// For people: the time, the level, the label, metadata as `key=value`, the module and the message.
        case text(label: String)
        /// For programs that collect logs: an object with `time` (RFC 3339, UTC, with milliseconds), `level`,
        /// `message`, `source` (the module), and `metadata`, an object of texts, where there are any.
        case json
    }

    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info
    private let format: Format

    init(_ format: Format) {
        self.format = format
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }
        all.merge(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error"] = "\(error)" }
        let sorted = all.sorted { $0.key < $1.key }
        switch format {
        case .text(let label): Output.note(Self.text(event, sorted, label: label, at: Date()))
        case .json: Output.note(json: Self.json(event, sorted, at: Date()).utf8)
        }
    }

    private static func text(
        _ event: LogEvent, _ metadata: [(key: String, value: Logger.MetadataValue)], label: String,
        at time: Date
    ) -> TerminalText {
        let pairs = metadata.map { "\($0.key)=\($0.value) " }.joined()
        return TerminalText(
            "\(time.formatted(localFormat)) \(event.level) \(label): \(pairs)[\(event.source)] "
                + event.message.description)
    }

    private static func json(
        _ event: LogEvent, _ metadata: [(key: String, value: Logger.MetadataValue)], at time: Date
    ) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("time", time.formatted(timeFormat))
            writer.member("level", event.level.rawValue)
            writer.member("message", event.message.description)
            writer.member("source", event.source)
            guard !metadata.isEmpty else { return }
            writer.name("metadata" as StaticString)
            writer.object { writer in
                for (key, value) in metadata {
                    writer.name(key)
                    writer.string(value.description)
                }
            }
        }
        return writer.text
    }

    private static let timeFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let localFormat = Date.ISO8601FormatStyle(timeZone: .current)
}
