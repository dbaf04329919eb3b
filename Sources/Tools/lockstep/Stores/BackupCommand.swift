import ArgumentParser

/// `lockstep backup`: copies a whole store into one file.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy a store, at rest or in use, into one file.",
        discussion: """
            Works on a store at rest, beside a running server, or through one (--url). The copy is \
            the state of the store at one moment, with all history; the server is not interrupted. \
            To restore it, stop the server, give `lockstep restore FILE`, and start the server: the first \
            start gives every list a new epoch, so that clients with later edits load the list anew \
            instead of mixing the two.

            A cluster of NATS is copied into a file as well, beside its servers: each list as it is \
            when it is read, with all that is kept of it. `lockstep copy` copies the file back.
            """)

    @Argument(help: ArgumentHelp("The file to write.", valueName: "FILE"))
    var file: String

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var location: LocationOptions

    func run() async throws {
        let target = try AtomicFile(file, replacing: force)
        let source = try await location.source()
        let bar = ProgressBar("copying", unit: "KiB")
        defer { bar.finish() }
        try await target.write { partial in
            try await source.backup(to: partial) { bar.update($0, of: $1) }
            try await source.close()
        }
    }
}
