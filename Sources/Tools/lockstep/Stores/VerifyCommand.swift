import ArgumentParser
import Foundation
import ListJournal
import ListServer

/// `lockstep verify`: checks a store for damage.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Replay every list of a store and compare.",
        discussion: """
            Replays each list's records from the oldest snapshot in the store, and compares the \
            result with the newest snapshot and with the list's head; also checks SQLite's own \
            structures and the checksum of every record. Prints each difference and its revision; \
            the exit status is 1 where there is one. Reads a store at rest or beside a running \
            server, or a cluster of NATS (nats://HOST:PORT,…), and changes nothing; with --url, \
            downloads a backup from the server and verifies that.

            --repair NEW.sqlite writes what is left of a damaged store into a new file, and changes \
            nothing in the damaged one: lists that are sound with all their history, of each damaged \
            list the last state that can be read. It prints what is lost. To go on with the new file, \
            move the damaged store away (with its -wal and -shm files) and the new one to its place; \
            a backup may have more. The exit status is 0 once the new file is written.
            """)

    @Argument(
        help: ArgumentHelp(
            "The store (default: the one that `serve` would use).", valueName: "store"))
    var path: String?

    @Flag(help: "Also print each list's revision and digest.")
    var verbose = false

    @Option(
        help: ArgumentHelp(
            "Write what is left of the store into this new file.", valueName: "NEW.sqlite"))
    var repair: String?

    @OptionGroup var location: LocationOptions

    func validate() throws {
        guard repair == nil || location.url.isEmpty else {
            throw ValidationError("--repair works on a store that no server uses: give --store.")
        }
        guard path == nil || (location.store == nil && location.url.isEmpty) else {
            throw ValidationError("Name the store once.")
        }
    }

    func run() async throws {
        var location = location
        if let path { location.store = path }
        if let repair {
            return try await StoreRepairing(location: try await location.settings().location)
                .run(to: repair)
        }
        let isSound: Bool
        if !location.url.isEmpty {
            isSound = try await verify(fetchedFrom: try await location.source())
        } else {
            let settings = try await location.settings()
            switch settings.location {
            case .file(let path): isSound = try await verify(store: path)
            case .cluster(let nats):
                let journal = try await nats.open(settings.limits, for: .reading)
                tell(try await journal.mark(), of: settings.location.name)
                isSound = try await check.run(journal, isInUse: true)
                await journal.close()
            }
        }
        guard isSound else { throw ExitCode.failure }
    }

    private var check: StoreCheck { StoreCheck(isVerbose: verbose) }

    /// Tells on standard error that a store lacks lists, or that they are elsewhere.
    private func tell(_ mark: CopyMark?, of store: String) {
        if let mark { Output.note(TerminalText(mark.reason(in: store))) }
    }

    /// Downloads a backup into a temporary folder and verifies it.
    private func verify(fetchedFrom source: any ListSource) async throws -> Bool {
        let folder = try NewFile.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appendingPathComponent("backup.sqlite").path
        _ = try NewFile.create(store, mode: 0o600)
        let bar = ProgressBar("fetching", unit: "KiB")
        defer { bar.finish() }
        try await source.backup(to: store) { bar.update($0, of: $1) }
        try await source.close()
        bar.finish()
        return try await verify(store: store)
    }

    private func verify(store: String) async throws -> Bool {
        let reader = try StoreReader(path: store)
        tell(try reader.mark(), of: store)
        return try await check.run(reader) { () throws in try reader.close() }
    }
}
