import Foundation

/// When and where a server makes backups by itself.
struct BackupSettings: Sendable {
    var every: TimeSpan
    /// The newest backups that are kept.
    var keep: Int
    var folder: String
    /// What is copied.
    var store: StoreLocation

    /// Nil where `backup.every` is not set.
    ///
    /// - Throws: `SettingsError`, which names the setting and says what it must be.
    init?(_ source: SettingsSource, of journal: JournalSettings) throws {
        let text = try source.text("backup.every")
        keep = try source.whole("backup.keep")
        folder = try source.text("backup.folder")
        guard !text.isEmpty else { return nil }
        guard let every = TimeSpan(argument: text) else {
            throw SettingsError(
                "the setting backup.every must be a time such as 30m, 12h or 1d, not \(text)")
        }
        self.every = every
        switch journal {
        case .sqlite(let path):
            store = .file(path)
            if folder.isEmpty {
                folder =
                    URL(fileURLWithPath: path).deletingLastPathComponent()
                    .appendingPathComponent("backups").path
            }
        case .nats(let nats):
            store = .cluster(nats)
            guard !folder.isEmpty else {
                throw SettingsError(
                    "backup.every needs backup.folder, where the copies of lists on NATS are put")
            }
        }
    }
}
