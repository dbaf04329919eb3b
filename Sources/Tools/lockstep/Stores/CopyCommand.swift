import ArgumentParser
import Foundation
import ListJournal
import ListProtocol

/// `lockstep copy`: copies all lists of a store into another one.
struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Move all lists between a file and a cluster of NATS.",
        discussion: """
            FROM and TO are each the path of a store, or the addresses of a cluster as \
            nats://HOST:PORT,…; what else is needed to reach a cluster is read from the settings \
            nats.* as `serve` reads them (config/lockstep.json, LOCKSTEP_NATS_…); the monitoring \
            ports of all nodes tell whether a server runs.

                lockstep copy data/lists.sqlite nats://10.0.0.1:4222
                lockstep copy nats://10.0.0.1:4222,10.0.0.2:4222 data/lists.sqlite

            Lists keep their history, answered ids and undo. They are moved: all servers of FROM must \
            be stopped, FROM is marked as moved once everything is in TO, and no server starts with \
            it then. Epochs stay as they are, so that clients just connect to the new server. \
            Stopped in the middle, the same command goes on; no server starts with TO until it is \
            done. Nothing is overwritten: where another list with the id of one is in TO already, \
            nothing is copied. No server may use TO meanwhile.

            With --live, FROM goes on being used and is not marked; the copied lists get new epochs, \
            so that clients load them anew. So do those of a backup, and of a store that was moved.
            """)

    @Argument(help: ArgumentHelp("The store whose lists are copied.", valueName: "FROM"))
    var from: String

    @Argument(help: ArgumentHelp("The store that gets them.", valueName: "TO"))
    var to: String

    @Flag(help: "Copy beside the servers of FROM; every list gets a new epoch.")
    var live = false

    @Option(
        help: ArgumentHelp(
            "The monitoring ports of the nodes, by comma (default: the setting nats.monitor).",
            valueName: "URLS"))
    var monitor: String?

    @Option(help: ArgumentHelp("The settings file.", valueName: "FILE"))
    var config: String?

    func run() async throws {
        let (source, target) = (try await settings(from), try await settings(to))
        guard source.location.name != target.location.name else {
            throw ValidationError("FROM and TO are the same store.")
        }
        let (opened, close) = try await open(source)
        let journal: any CopyTarget & Journal =
            switch target.location {
            case .file(let path): try SQLiteJournal(path: path, forCopying: true)
            case .cluster(let nats): try await openTarget(nats, target)
            }
        let bar = ProgressBar("copying", unit: "sets")
        defer { bar.finish() }
        let copy = StoreCopy(from: opened, to: journal, named: target.location.name)
        let summary: StoreCopy.Summary
        do {
            summary = try await copy.run { bar.update($0, of: $1) }
        } catch {
            await journal.close()
            throw error
        }
        await journal.close()
        try await close(summary.isMoved)
        bar.finish()
        try Output.write(
            lines: lines(summary, source.location.name, target.location.name).map {
                TerminalText($0)
            })
    }

    private func openTarget(
        _ nats: NATSSettings, _ target: StoreSettings
    ) async throws -> JetStreamJournal {
        try await refuseServed(
            nats, target.location.name, "or copy into a cluster that no server uses")
        return try await nats.open(target.limits, for: .copying)
    }

    /// Refuses a cluster on which a server runs, or of which that cannot be told.
    private func refuseServed(_ nats: NATSSettings, _ name: String, _ other: String) async throws {
        switch await nats.isServed() {
        case false?: return
        case true?:
            throw CommandError(
                "a server uses the lists on \(name): stop all of them, \(other)")
        case nil:
            throw CommandError(
                "whether a server uses the lists on \(name) is told by the monitoring ports of all "
                    + "its nodes: name them with --monitor, and start those that are down, \(other)"
            )
        }
    }

    private func settings(_ store: String) async throws -> StoreSettings {
        do {
            return try await StoreSettings.read(store: store, monitors: monitor, file: config)
        } catch let error as SettingsError {
            throw ValidationError(error.description)
        }
    }

    /// Opens the source, and tells how it is closed: given whether its lists were moved.
    private func open(
        _ settings: StoreSettings
    ) async throws -> (StoreCopy.Source, close: (Bool) async throws -> Void) {
        let name = settings.location.name
        switch settings.location {
        case .file(let path):
            let reader = try StoreReader(path: path)
            if try live || reader.isBackup() {
                let source = StoreCopy.Source(name: name, lists: reader, marks: nil)
                return (source, { _ in try reader.close() })
            }
            try reader.close()
            do {
                let store = try StoppedStore(path: path)
                let source = StoreCopy.Source(name: name, lists: store.reader, marks: store)
                return (source, { _ in store.close() })
            } catch JournalError.locked {
                throw CommandError(
                    "the store \(path) is in use by a server: stop it, or copy beside it with "
                        + "--live")
            }
        case .cluster(let nats):
            if !live { try await refuseServed(nats, name, "or copy beside servers with --live") }
            let journal = try await nats.open(settings.limits, for: .reading)
            let source = StoreCopy.Source(
                name: name, lists: journal, marks: live ? nil : journal)
            return (source, { _ in await journal.close() })
        }
    }

    private func lines(_ summary: StoreCopy.Summary, _ from: String, _ to: String) -> [String] {
        let copied = summary.lists - summary.skipped
        let there = summary.skipped == 0 ? "" : "; \(summary.skipped) were there"
        var lines = [
            "copied \(copied) list\(copied == 1 ? "" : "s"), \(summary.records) "
                + "record\(summary.records == 1 ? "" : "s"), to \(to)\(there)",
            summary.isMoved
                ? "\(from) is marked as moved: start servers with \(to)"
                : "every list has a new epoch in \(to), and \(from) is as it was",
        ]
        if summary.removed > 0 {
            lines.insert(
                "removed \(summary.removed) list\(summary.removed == 1 ? "" : "s") from \(to) that "
                    + "\(from) has not any more", at: 1)
        }
        if !summary.others.isEmpty {
            let shown = summary.others.prefix(10).joined(separator: ", ")
            lines.insert(
                "\(to) has lists that are not in \(from): they were there before, or were deleted in "
                    + "\(from) since the copying began: \(shown)"
                    + (summary.others.count > 10 ? ", and more" : ""), at: 1)
        }
        return lines
    }
}
