import ArgumentParser
import Foundation
import ListFiles
import ListProtocol

/// `lockstep import`: makes lists from files.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make lists from the files of Lockstep and of other programs.",
        discussion: """
            Reads what `lockstep export` writes, tables (CSV, TSV, Excel's text), Markdown, plain text, \
            OPML, todo.txt, TaskPaper, iCalendar, and the exports of \(programs). What a file holds says \
            which format it has; --format says it otherwise.

            All files are read before anything is made, and all lists of all files are made, or none. \
            An existing list is never replaced. A list has the id that its file names, else the file's \
            name, and of a file with several lists each list's title; --as names another. --into adds the \
            rows to a list of a server instead, in one edit, which is undone as one.

            --dry-run shows what would be made. What a file holds and no list can hold is told with its \
            number.

            Works on a store that no server uses, or through a running server (--url); also on a \
            cluster of NATS, of which servers show the lists once they are started again.

            EXAMPLES
              lockstep import trello.json --dry-run
              lockstep import groceries.csv garden.md --url http://127.0.0.1:8080
              lockstep import more.csv --into groceries --url http://127.0.0.1:8080
            """)

    private static let programs = FileFormat.allCases.filter { $0.isOfProgram }.map(\.name)
        .formatted(.list(type: .and).locale(Locale(identifier: "en")))

    @Argument(help: ArgumentHelp("The files.", valueName: "file"))
    var files: [String]

    @Option(name: .customLong("as"), help: ArgumentHelp("The new list's id.", valueName: "LIST"))
    var id: String?

    @Option(help: ArgumentHelp("Add the rows to this list of the server.", valueName: "LIST"))
    var into: String?

    @Option(
        help: ArgumentHelp(
            "The format of the files (default: by what they hold).", valueName: "FORMAT"))
    var format: FileFormat?

    @Option(
        help: ArgumentHelp("Tables: the column that has the rows' titles.", valueName: "NAME"))
    var titleColumn: String?

    @Flag(help: "Show what would be made, and make nothing.")
    var dryRun = false

    @Flag(help: "Print a JSON object for each file, one per line.")
    var json = false

    @OptionGroup var location: LocationOptions

    func validate() throws {
        guard id == nil || files.count == 1 else {
            throw ValidationError("--as names one list: give one file.")
        }
        guard into == nil || id == nil else {
            throw ValidationError("Give --as or --into, not both.")
        }
        guard into == nil || files.count == 1 else {
            throw ValidationError("--into adds the rows of one file, in one edit: give one file.")
        }
        guard into == nil || !location.url.isEmpty || dryRun else {
            throw ValidationError("--into adds to a list of a running server: give --url.")
        }
        for name in [id, into].compactMap({ $0 }) where !Identifier.isValid(name) {
            throw ValidationError("\"\(name)\" cannot be a list's id: 1 to 64 of A-Za-z0-9._~-.")
        }
    }

    func run() async throws {
        let limits = try await location.settings().limits
        var read: [ListFile] = []
        for path in files {
            read.append(
                try await ListFile.read(
                    path, format: format, titleColumn: titleColumn, limits: limits
                ) { try await askForTitles(of: path, in: $0) })
        }
        let plan = try ImportedLists(read, as: id.map { ListID($0) })
        let report = ImportReport(plan, addedTo: into, isDone: !dryRun, json: json)
        guard !dryRun else { return try report.write() }
        if let into {
            try await add(read, to: ListID(into))
            return try report.write()
        }
        let target = try await location.target()
        do {
            try await make(plan, in: target)
        } catch {
            await target.close()
            throw error
        }
        await target.close()
        try report.write()
    }

    /// Asks which column has the titles of a file in which none is called so.
    private func askForTitles(of file: String, in table: TableColumns) async throws -> String {
        let names = table.names.joined(separator: ", ")
        let lacks = "\(file) has no column title; its columns: \(names)"
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandError(lacks, advice: "Say which has the titles: --title-column NAME")
        }
        Output.note(TerminalText(lacks))
        Output.ask("Which has the titles? [\(table.title)] ")
        guard let line = await InputLines().next() else {
            throw CommandError("nothing was imported")
        }
        let answer = line.text.trimmingCharacters(in: .whitespaces)
        return answer.isEmpty ? table.title : answer
    }

    /// Makes all lists, or none where an id is taken.
    private func make(_ plan: ImportedLists, in target: any ListTarget) async throws {
        let taken = try await target.lists()
        for (file, list) in plan.lists where taken.contains(list.list) {
            throw CommandError(
                "\(file): there is a list \(list.list.text) already, and nothing was imported: "
                    + "import it under another id with --as")
        }
        let bar = ProgressBar("importing", unit: "rows")
        defer { bar.finish() }
        let total = plan.lists.reduce(0) { $0 + $1.list.rowCount }
        try await target.create(plan.lists.map(\.list)) { bar.update($0, of: total) }
    }

    /// Adds the rows of the file to a list, in one edit.
    private func add(_ read: [ListFile], to list: ListID) async throws {
        guard let server = try await location.api() else { return }
        do {
            for file in read { try await server.add(file, to: list) }
        } catch {
            await server.close()
            throw error
        }
        await server.close()
    }
}
