import ArgumentParser
import Foundation
import ListEditing
import ListFiles
import ListProtocol

/// `lockstep export`: writes lists to files.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write lists as files: whole as JSON, or in formats of other programs.",
        discussion: """
            One list is written to standard output (also as --output -), unless --output names a file. Several lists, or \
            --all, are written to the folder --output, one file each. Reads a store at rest or beside \
            a running server, without changing it, or a cluster of NATS, or requests the lists from the \
            server (--url).

            The formats, and what they hold:
              json      the whole list; `lockstep import` makes an equal one
              csv       rows with all their fields, for spreadsheets
              markdown  sections, titles, done, details, indents
              opml      an outline: fields as texts, sections around rows
              todo.txt  title, done, priority, labels, day that it is due
              ics       tasks for calendars: title, done, detail, due,
                        priority, labels, url, indent

            The ending of --output stands for one: .json, .csv, .md, .markdown, .opml, .txt (todo.txt) or .ics.

            Standard error says of each list what its file cannot hold, such as rules or fields. Of other formats than \
            JSON and CSV, `lockstep import` gives rows and sections new ids. No format holds the \
            history, which `lockstep backup` keeps.

            --salvage exports what can be read of a list that is damaged in the store: its last \
            valid snapshot and the valid records that follow it. Standard error names the revision \
            that was reached, and the damage; the exit status is 1 where nothing could be read of \
            a list.
            """)

    @Argument(help: ArgumentHelp("The lists to export.", valueName: "list"))
    var lists: [String] = []

    @Flag(help: "Export every list.")
    var all = false

    @Option(help: "The format of the files (default: by the ending of --output, else json).")
    var format: ExportFormat?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("A file, or a folder for several lists.", valueName: "PATH"))
    var output: String?

    @Flag(help: "Replace existing files.")
    var force = false

    @Flag(help: "Export what can be read of lists that are damaged in the store.")
    var salvage = false

    @OptionGroup var location: LocationOptions

    /// The file or folder; nil: standard output.
    private var destination: String? { output == "-" ? nil : output }

    func validate() throws {
        guard all != !lists.isEmpty else {
            throw ValidationError("Name the lists to export, or give --all.")
        }
        guard destination != nil || (!all && lists.count == 1) else {
            throw ValidationError("Name a folder with --output to export several lists.")
        }
        guard !salvage || location.url.isEmpty else {
            throw ValidationError("--salvage reads a store: give --store.")
        }
        for list in lists where !Identifier.isValid(list) {
            throw ValidationError("\"\(list)\" cannot be a list's id.")
        }
    }

    func run() async throws {
        let source = try await location.source()
        let wanted = all ? try await source.lists() : lists.map { ListID($0) }
        let bar = ProgressBar("exporting", unit: "lists")
        defer { bar.finish() }
        var isFolder: ObjCBool = false
        if let destination {
            _ = unsafe FileManager.default.fileExists(
                atPath: destination, isDirectory: &isFolder)
        }
        let toFolder = all || lists.count > 1 || isFolder.boolValue
        let named = toFolder ? nil : destination.flatMap { ExportFormat(path: $0) }
        let format = format ?? named ?? .json
        if let destination, toFolder {
            try FileManager.default.createDirectory(
                atPath: destination, withIntermediateDirectories: true)
        }
        var lost = 0
        for (index, list) in wanted.enumerated() {
            guard let state = try await state(of: list, in: source) else {
                lost += 1
                continue
            }
            let file = format.write(list, state)
            if let destination {
                let name = "\(list.text).\(format.ending)"
                let path = toFolder ? "\(destination)/\(name)" : destination
                try await AtomicFile(path, replacing: force).write(file.bytes)
            } else {
                try Output.write(file: file.bytes)
            }
            if !file.lost.isEmpty {
                let losses = file.lost.map(\.words).joined(separator: ", ")
                Output.note("\(list.text): \(format.rawValue) cannot hold: \(losses)")
            }
            bar.update(index + 1, of: wanted.count)
        }
        try await source.close()
        guard lost == 0 else { throw ExitCode.failure }
    }

    /// The list, or with --salvage what can be read of it; nil where that is nothing.
    private func state(of list: ListID, in source: any ListSource) async throws -> ListState? {
        let unknown = CommandError("there is no list \(list.text)")
        guard salvage else {
            guard let state = try await source.state(of: list) else { throw unknown }
            return state
        }
        guard let saved = try await source.salvage(list) else { throw unknown }
        guard !saved.problems.isEmpty else { return saved.state }
        var lines = saved.problems.map { "    \($0)" }
        if let state = saved.state {
            let reached = "saved up to revision \(state.revision) of \(saved.revision)"
            lines.insert("\(list.text): damaged, \(reached)", at: 0)
        } else {
            lines.insert("\(list.text): damaged, nothing can be saved", at: 0)
        }
        for line in lines { Output.note(TerminalText(line)) }
        return saved.state
    }
}

extension ExportFormat: ExpressibleByArgument {}
