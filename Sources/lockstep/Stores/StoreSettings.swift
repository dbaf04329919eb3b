import Foundation
import ListProtocol

/// What the commands that work on a store take from the server's settings.
struct StoreSettings: Sendable {
    /// The store's file.
    var store: String
    var limits: Limits

    /// - Parameter store: What the flag says; nil: as the environment or the settings file have it.
    /// - Throws: `SettingsError`, naming the setting and what it may be.
    static func read(
        store: String?, file: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> StoreSettings {
        let flags = ["store": store].compactMapValues { $0 }
        let source = try await SettingsSource(flags: flags, file: file, environment: environment)
        return StoreSettings(store: try source.text("store"), limits: try source.limits())
    }
}

extension SettingsSource {
    func limits() throws -> Limits {
        var limits = Limits()
        for limit in LimitSetting.all { limits[keyPath: limit.path] = try whole(limit.key) }
        return limits
    }
}
