import ArgumentParser
import Foundation
import ListEditing
import ListFiles
import ListProtocol

extension FileFormat: ExpressibleByArgument {}

extension FileFormat {
    /// Whether it is a program's own.
    var isOfProgram: Bool {
        switch self {
        case .json, .csv, .markdown, .text, .iCalendar, .taskPaper, .opml, .todoTxt, .jsonRecords:
            false
        default: true
        }
    }
}

/// A file as it was read.
struct ListFile {
    let path: String
    let bytes: [UInt8]
    let contents: FileContents
    let titleColumn: String?

    /// The file's name.
    var name: String { URL(fileURLWithPath: path).lastPathComponent }

    /// Reads a file.
    ///
    /// - Parameter askForTitles: Given the columns of a table of which none is known to have the rows' titles,
    ///   returns the one that has.
    /// - Throws: `CommandError`, which names the file.
    static func read(
        _ path: String, format: FileFormat?, titleColumn: String?, limits: ProtocolLimits,
        askForTitles: (TableColumns) async throws -> String
    ) async throws -> ListFile {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError("\(path) cannot be read")
        }
        let bytes = [UInt8](data)
        func contents(titleColumn: String?) throws(CommandError) -> FileContents {
            do throws(ListFileError) {
                return try FileReader.read(
                    bytes, name: URL(fileURLWithPath: path).lastPathComponent, format: format,
                    titleColumn: titleColumn, limits: limits)
            } catch {
                throw CommandError("\(path): \(error)")
            }
        }
        let first = try contents(titleColumn: titleColumn)
        guard titleColumn == nil, let table = first.table, table.isGuess else {
            return ListFile(path: path, bytes: bytes, contents: first, titleColumn: titleColumn)
        }
        let column = try await askForTitles(table)
        return ListFile(
            path: path, bytes: bytes, contents: try contents(titleColumn: column),
            titleColumn: column)
    }
}

/// The lists of all files, each with the id that it gets.
struct ImportedLists {
    /// In the order of the files.
    let files: [ListFile]
    private(set) var lists: [(file: String, list: CreateList)] = []

    /// - Throws: `CommandError` where two lists would have one id, or a name cannot be one.
    init(_ files: [ListFile], as id: ListID?) throws {
        self.files = files
        var taken: Set<ListID> = []
        for file in files {
            let read = file.contents.lists
            guard read.count == 1 || id == nil else {
                throw CommandError(
                    "\(file.path) holds \(read.count) lists: --as names one list")
            }
            for list in read {
                var wanted = try id ?? list.id ?? Self.id(of: list, in: file)
                if read.count > 1 {
                    var number = 2
                    while taken.contains(wanted) {
                        wanted = ListID("\(FileList.slug(list.title).prefix(58))-\(number)")
                        number += 1
                    }
                }
                guard taken.insert(wanted).inserted else {
                    throw CommandError(
                        "\(file.path): there is a list \(wanted.text) in another file, and nothing was "
                            + "imported: import them one after the other, with --as")
                }
                lists.append((file.path, list.creation(id: wanted)))
            }
        }
    }

    /// Of a file's only list its name without the ending, of several each one's title.
    private static func id(of list: FileList, in file: ListFile) throws -> ListID {
        let name = FileReader.title(ofFile: file.name)
        if file.contents.lists.count > 1 { return ListID(FileList.slug(list.title)) }
        return ListID(checking: name) ?? ListID(FileList.slug(name))
    }
}

extension ServerAPI {
    /// Adds the rows of a file to a list, in one edit.
    func add(_ file: ListFile, to list: ListID) async throws {
        var query = "into=\(list.text)&show=0&name=\(Self.escaped(file.name))"
        query += "&format=\(file.contents.format.rawValue)"
        if let column = file.titleColumn { query += "&titleColumn=\(Self.escaped(column))" }
        _ = try await request("POST", "/api/files?\(query)", body: file.bytes, for: 200)
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
