import ArgumentParser
import Foundation
import ListJournal

/// The options that say where the lists are: in a store, or on a running server.
struct LocationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store to work on, a file or addresses as nats://HOST:PORT,… (default: the one that "
                + "`serve` would use).",
            valueName: "STORE"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "The running server to work on, instead of a store: http or https, host and port. More "
                + "than once for servers of the same lists: the first that answers is used.",
            valueName: "URL"))
    var url: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --url: the token that identifies you (default: the variable LOCKSTEP_TOKEN).",
            valueName: "TOKEN"))
    var token: String?

    @Option(help: ArgumentHelp("The settings file.", valueName: "FILE"))
    var config: String?

    func validate() throws {
        guard store == nil || url.isEmpty else {
            throw ValidationError("Give --store or --url, not both.")
        }
        _ = try server()
    }

    /// Opens the location for reading.
    func source() async throws -> any ListSource {
        if let server = try server() { return ServerSource(server: try await ServerAPI(server)) }
        let settings = try await settings()
        switch settings.location {
        case .file(let path): return try StoreSource(path: path)
        case .cluster(let nats):
            return ClusterSource(journal: try await nats.open(settings.limits, for: .reading))
        }
    }

    /// Opens the location for making lists.
    func target() async throws -> any ListTarget {
        if let server = try server() { return ServerTarget(server: try await ServerAPI(server)) }
        let settings = try await settings()
        switch settings.location {
        case .file(let path):
            return StoreTarget(try SQLiteJournal(path: path), limits: settings.limits)
        case .cluster(let nats):
            return StoreTarget(
                try await nats.open(settings.limits, for: .serving), limits: settings.limits)
        }
    }

    /// The server of `--url`; nil without that option.
    func api() async throws -> ServerAPI? {
        guard let server = try server() else { return nil }
        return try await ServerAPI(server)
    }

    /// The settings of the commands that work on a store.
    func settings() async throws -> StoreSettings {
        do {
            return try await StoreSettings.read(store: store, file: config)
        } catch let error as SettingsError {
            throw ValidationError(error.description)
        }
    }

    /// The server of `--url`; nil without that option.
    private func server() throws -> ServerAddress? {
        guard !url.isEmpty else { return nil }
        let flags = url.map { "--url=\($0)" } + (token.map { ["--token=\($0)"] } ?? [])
        do {
            return try ServerAddress.parse(flags)
        } catch {
            throw ValidationError(ServerAddress.message(for: error))
        }
    }
}
