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
            return try await StoreMending(location: try await location.settings().location)
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
                isSound = try await verify(journal, isInUse: true, damage: [])
                await journal.close()
            }
        }
        guard isSound else { throw ExitCode.failure }
    }

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
        let damage = try reader.structureProblems()
        return try await verify(reader, isInUse: false, damage: damage) { () throws in
            try reader.close()
        }
    }

    /// Verifies a store and prints the report; false where it is damaged.
    ///
    /// - Parameters:
    ///   - isInUse: Whether servers may change the store meanwhile.
    ///   - damage: What else is wrong with it.
    ///   - close: Called before anything is printed.
    private func verify(
        _ reader: any JournalReading, isInUse: Bool, damage: [String],
        close: () throws -> Void = {}
    ) async throws -> Bool {
        let bar = ProgressBar("verifying", unit: "sets")
        defer { bar.finish() }
        let heads = try await reader.heads()
        let total = heads.reduce(0) { $0 + $1.position.revision }
        var lines = damage.map { "the file: \($0)" }
        var summary = VerifySummary()
        var done = 0
        for head in heads {
            let before = done
            let report = try await ListVerifier(reader, isInUse: isInUse).verify(head) {
                bar.update(before + $0, of: total)
            }
            done += head.position.revision
            summary.add(report)
            if verbose || !report.isSound { lines += VerifySummary.lines(of: report) }
        }
        try close()
        bar.finish()
        try Output.write(lines: (lines + [summary.text]).map { TerminalText($0) })
        return damage.isEmpty && summary.broken == 0
    }
}

/// The result of verifying a store, as text.
private struct VerifySummary {
    private var lists = 0
    private var records = 0
    private(set) var broken = 0

    mutating func add(_ report: ListReport) {
        lists += 1
        records += report.records
        if !report.isSound { broken += 1 }
    }

    /// The last line.
    var text: String {
        let replayed = "\(count(lists, "list")), \(count(records, "record")) replayed: "
        guard broken > 0 else { return replayed + "all is as it was written" }
        return replayed
            + "\(count(broken, "list")) broken; restore a backup, or save what is left: --repair NEW.sqlite"
    }

    /// The lines for one list.
    static func lines(of report: ListReport) -> [String] {
        let from = "from revision \(report.from) to \(report.revision)"
        guard !report.isSound else {
            return ["\(report.list): sound, digest \(report.digest ?? "none"), replayed \(from)"]
        }
        return ["\(report.list): broken, replayed \(from)"]
            + report.findings.map { "    revision \($0.revision): \($0.problem)" }
    }

    private func count(_ number: Int, _ thing: String) -> String {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }
}
