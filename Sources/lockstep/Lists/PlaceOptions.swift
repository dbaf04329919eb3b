import ArgumentParser
import ListProtocol

/// Where a command finds the lists.
struct PlaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store to work on (default: the one that `serve` would have).",
            valueName: "FILE.sqlite"))
    var store: String?

    @Option(help: ArgumentHelp("The settings file.", valueName: "FILE"))
    var config: String?

    func source() async throws -> any ListSource {
        try StoreSource(path: try await settings().store)
    }

    func target() async throws -> any ListTarget {
        let settings = try await settings()
        return try StoreTarget(path: settings.store, limits: settings.limits)
    }

    func settings() async throws -> StoreSettings {
        do {
            return try await StoreSettings.read(store: store, file: config)
        } catch let error as SettingsError {
            throw ValidationError(error.description)
        }
    }
}
