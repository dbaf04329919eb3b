import ArgumentParser

/// `lockstep backup`: the whole store in one file.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy a store, at rest or in use, into one file.",
        discussion: """
            Works on a store at rest, beside a running server, or through one (--url). The copy is \
            the store at one moment, with all history; the server goes on meanwhile. To \
            restore it, stop the server, put a copy of the file where its store was (and remove the \
            store's -wal and -shm files), and start it: the first start gives every list a new epoch, \
            so that clients that saw later edits begin anew instead of mixing the two.
            """)

    @Argument(help: ArgumentHelp("The file to write.", valueName: "FILE"))
    var file: String

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup var place: PlaceOptions

    func run() async throws {
        let target = try WholeFile(file, replacing: force)
        let source = try await place.source()
        let bar = ProgressBar("copying", unit: "KiB")
        defer { bar.finish() }
        try await target.write { partial in
            try await source.backup(to: partial) { bar.update($0, of: $1) }
            try await source.close()
        }
    }
}
