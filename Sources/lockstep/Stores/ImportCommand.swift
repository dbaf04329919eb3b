import ArgumentParser
import Foundation
import ListProtocol

/// `lockstep import`: makes lists from files.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make lists from JSON or CSV files.",
        discussion: """
            Makes a new list from each file: from JSON as `lockstep export` writes it, with all rules \
            and ids; from CSV (first line: the columns' names, such as section,title,detail,done) a \
            list with the file's name as its id. Where no column is called title, the command asks which \
            one has the titles, unless --title-column says it. All files are read before the first list is made. \
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

    @Option(
        help: ArgumentHelp("CSV: the column that has the rows' titles.", valueName: "NAME"))
    var titleColumn: String?

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
        var lists: [CreateList] = []
        for file in files {
            guard let format = format ?? FileFormat(path: file) else {
                throw CommandError("\(file) ends neither in .json nor in .csv: give --format")
            }
            let list = try await format.decode(
                file, as: id.map { ListID($0) }, limits: limits, titleColumn: titleColumn
            ) { try await askForTitles(of: file, in: $0) }
            lists.append(list)
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

    /// Asks which column has the titles of a file in which none is called so.
    private func askForTitles(of file: String, in columns: [String]) async throws -> String {
        let names = columns.joined(separator: ", ")
        let lacks = "\(file) has no column title; its columns: \(names)"
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandError(lacks, advice: "Say which has the titles: --title-column NAME")
        }
        Output.note(TerminalText(lacks))
        Output.ask("Which has the titles? [\(columns[0])] ")
        guard let line = await InputLines().next() else {
            throw CommandError("nothing was imported")
        }
        let answer = line.text.trimmingCharacters(in: .whitespaces)
        return answer.isEmpty ? columns[0] : answer
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
