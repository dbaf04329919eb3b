import ArgumentParser
import Foundation
import ListJournal

/// `lockstep restore`: puts a backup in a store's place.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the place of a store.",
        discussion: """
            Checks the backup, and puts a copy of it in the store's place in one step. What was there \
            stays beside it, under a name that ends in the time (STORE.before-20261127T020501Z). The \
            server that uses the store must be stopped; when it is started again, every list gets a \
            new epoch, so that clients with later edits load the list anew instead of mixing the two.

            A backup that is damaged is not restored: `lockstep verify BACKUP --repair NEW.sqlite` \
            saves what is left of it, and NEW.sqlite can be restored. Into a cluster of NATS, \
            `lockstep copy` copies a backup.
            """)

    @Argument(help: ArgumentHelp("The backup.", valueName: "BACKUP"))
    var backup: String

    @Option(
        help: ArgumentHelp(
            "The store to replace (default: the one that `serve` would use).", valueName: "STORE"))
    var store: String?

    @Option(help: ArgumentHelp("The settings file.", valueName: "FILE"))
    var config: String?

    func run() async throws {
        var location = LocationOptions()
        (location.store, location.config) = (store, config)
        guard case .file(let path) = try await location.settings().location else {
            throw CommandError(
                "a backup is restored into a file; into a cluster of NATS, copy it with `lockstep copy`"
            )
        }
        let reader = try StoreReader(path: backup)
        guard try await StoreCheck().run(reader) else {
            throw CommandError(
                "\(backup) is damaged and was not restored; `lockstep verify \(backup) --repair NEW.sqlite` "
                    + "saves what is left")
        }
        let bar = ProgressBar("copying", unit: "%")
        defer { bar.finish() }
        let kept = try StoreRestore(of: reader, to: path).run(at: Date()) { share in
            bar.update(Int(share * 100), of: 100)
        }
        try reader.close()
        bar.finish()
        var said = "\(path) is restored from \(backup)"
        if let kept { said += "; what was there is \(kept)" }
        try Output.write(line: TerminalText(said))
    }
}
