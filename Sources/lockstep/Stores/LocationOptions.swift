import ArgumentParser
import Foundation

/// Where a command finds the lists: in a store, or on a server that runs.
struct PlaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store to work on (default: the one that `serve` would have).",
            valueName: "FILE.sqlite"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "The running server to work on, instead of a store: http or https, host and port.",
            valueName: "URL"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "With --url: the token that tells who you are (default: the variable LOCKSTEP_TOKEN).",
            valueName: "TOKEN"))
    var token: String?

    @Option(help: ArgumentHelp("The settings file.", valueName: "FILE"))
    var config: String?

    func validate() throws {
        guard store == nil || url == nil else {
            throw ValidationError("Give --store or --url, not both.")
        }
        _ = try server()
    }

    func source() async throws -> any ListSource {
        if let server = try server() { return ServerSource(client: try await ServerClient(server)) }
        return try StoreSource(path: try await settings().store)
    }

    func target() async throws -> any ListTarget {
        if let server = try server() { return ServerTarget(client: try await ServerClient(server)) }
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

    /// The server that is named, if one is.
    private func server() throws -> ServerAddress? {
        guard let url else { return nil }
        let flags = ["--url=\(url)"] + (token.map { ["--token=\($0)"] } ?? [])
        do {
            return try ServerAddress.parse(flags)
        } catch {
            throw ValidationError(ServerAddress.message(for: error))
        }
    }
}
