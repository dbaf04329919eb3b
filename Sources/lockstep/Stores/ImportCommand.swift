import ArgumentParser
import ListProtocol

/// `lockstep import`: makes lists from files.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make lists from JSON or CSV files.",
        discussion: """
            Makes a new list from each file: from JSON as `lockstep export` writes it, with all rules \
            and ids; from CSV (first line: the columns' names, such as section,title,detail,done) a \
            list with the file's name as its id. All files are read before the first list is made. \
            An existing list is never replaced: import under another id with --as.

            Works on a store that no server uses, or through a running server (--url); also on a \
            cluster of NATS, of which servers show the lists once they are started again.
            """)

    @Argument(help: ArgumentHelp("The files.", valueName: "file"))
    var files: [String]

    @Option(name: .customLong("as"), help: ArgumentHelp("The new list's id.", valueName: "LIST"))
    var id: String?

    @Option(help: "json or csv (default: by the extensions of the files).")
    var format: FileFormat?

    @OptionGroup var location: LocationOptions

    func validate() throws {
        guard id == nil || files.count == 1 else {
            throw ValidationError("--as names one list: give one file.")
        }
        if let id, !Identifier.isValid(id) {
            throw ValidationError("\"\(id)\" cannot be a list's id: 1 to 64 of A-Za-z0-9._~-.")
        }
    }

    func run() async throws {
        let limits = try await location.settings().limits
        let lists = try files.map { file in
            guard let format = format ?? FileFormat(path: file) else {
                throw CommandError("\(file) ends neither in .json nor in .csv: give --format")
            }
            return try format.decode(file, as: id.map { ListID($0) }, limits: limits)
        }
        let target = try await location.target()
        do {
            try await make(lists, in: target)
        } catch {
            await target.close()
            throw error
        }
        await target.close()
    }

    /// Makes all lists, or none where an id is taken.
    private func make(_ lists: [CreateList], in target: any ListTarget) async throws {
        var taken = try await target.lists()
        for (file, list) in zip(files, lists) {
            guard taken.insert(list.list).inserted else {
                throw CommandError(
                    "\(file): there is a list \(list.list.text) already, and nothing was imported: "
                        + "import it under another id with --as")
            }
        }
        let bar = ProgressBar("importing", unit: "rows")
        defer { bar.finish() }
        let counts = lists.map { $0.sections.reduce(0) { $0 + $1.rows.count } }
        let total = counts.reduce(0, +)
        var done = 0
        for (list, count) in zip(lists, counts) {
            let before = done
            try await target.create(list) { bar.update(before + $0, of: total) }
            done += count
            try Output.write(line: "imported \(list.list.text): \(count) rows")
        }
    }
}
