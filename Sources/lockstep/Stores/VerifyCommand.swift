import ArgumentParser
import Foundation
import ListJournal
import ListServer

/// `lockstep verify`: whether a store is what was written.
struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Replay every list of a store and compare.",
        discussion: """
            Replays each list's records from the oldest snapshot that the store has, and holds the \
            newest snapshot and the list's end against the outcome; also checks SQLite's own \
            structures and the checksum of every record. Says what differs, where; exits with 1 then. \
            Reads a store at rest or beside a running server, and changes nothing; with --url, \
            fetches a backup from the server and verifies that.
            """)

    @Argument(
        help: ArgumentHelp(
            "The store (default: the one that `serve` would have).", valueName: "store"))
    var path: String?

    @Flag(help: "Also print each list's revision and digest.")
    var verbose = false

    @OptionGroup var place: PlaceOptions

    func validate() throws {
        guard path == nil || (place.store == nil && place.url == nil) else {
            throw ValidationError("Name the store once.")
        }
    }

    func run() async throws {
        var place = place
        if let path { place.store = path }
        let isSound: Bool
        if place.url == nil {
            isSound = try await verify(store: try await place.settings().store)
        } else {
            isSound = try await verify(fetchedFrom: try await place.source())
        }
        guard isSound else { throw ExitCode.failure }
    }

    private func verify(fetchedFrom source: any ListSource) async throws -> Bool {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "lockstep-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appendingPathComponent("backup.sqlite").path
        let bar = ProgressBar("fetching", unit: "KiB")
        defer { bar.finish() }
        try await source.backup(to: store) { bar.update($0, of: $1) }
        try await source.close()
        bar.finish()
        return try await verify(store: store)
    }

    private func verify(store: String) async throws -> Bool {
        let reader = try StoreReader(path: store)
        let bar = ProgressBar("verifying", unit: "sets")
        defer { bar.finish() }
        let heads = try await reader.heads()
        let total = heads.reduce(0) { $0 + $1.position.revision }
        let damage = try reader.structureProblems()
        var lines = damage.map { "the file: \($0)" }
        var summary = VerifySummary()
        var done = 0
        for head in heads {
            let before = done
            let report = try await ListVerifier(reader).verify(head) {
                bar.update(before + $0, of: total)
            }
            done += head.position.revision
            summary.add(report)
            if verbose || !report.isSound { lines += VerifySummary.lines(of: report) }
        }
        try reader.close()
        bar.finish()
        try Output.write(lines: lines + [summary.text])
        return damage.isEmpty && summary.broken == 0
    }
}
