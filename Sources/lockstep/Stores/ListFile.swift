import ArgumentParser
import Foundation
import ListEditing
import ListFiles
import ListProtocol

/// The formats of files that `export` writes and `import` reads.
enum FileFormat: String, CaseIterable, ExpressibleByArgument {
    /// A whole list with its rules (`ListDocument`).
    case json
    /// The rows of a list, for spreadsheets (`RowTable`).
    case csv

    /// The format by the extension of a path; nil for any other extension.
    init?(path: String) {
        self.init(rawValue: URL(fileURLWithPath: path).pathExtension.lowercased())
    }

    /// The file of a list.
    func encode(_ list: ListID, _ state: ListState) -> [UInt8] {
        switch self {
        case .json: ListDocument.encode(list, state)
        case .csv: RowTable.encode(state)
        }
    }

    /// Reads the file `path` as a new list.
    ///
    /// - Parameters:
    ///   - list: The id of the new list; nil takes that in the file, or the file's name.
    ///   - titleColumn: The column of a table that has the rows' titles; nil: `title`.
    ///   - askForTitles: Given the names of a table's columns of which none is `title`, returns the one that has
    ///     the rows' titles.
    /// - Throws: `CommandError`, which names the file.
    func decode(
        _ path: String, as list: ListID?, limits: ProtocolLimits, titleColumn: String?,
        askForTitles: ([String]) async throws -> String
    ) async throws -> CreateList {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError("\(path) cannot be read")
        }
        do {
            switch self {
            case .json:
                var described = try ListDocument.decode([UInt8](data), limits: limits)
                described.list = list ?? described.list
                return described
            case .csv:
                let id = try list ?? Self.id(from: path)
                var column = titleColumn
                if column == nil, let columns = try RowTable.untitledColumns([UInt8](data)),
                    !columns.isEmpty
                {
                    column = try await askForTitles(columns)
                }
                return try RowTable.decode([UInt8](data), as: id, titles: column, limits: limits)
            }
        } catch let error as ListFileError {
            throw CommandError("\(path): \(error)")
        }
    }

    /// The file's name without its extension, as a list's id.
    private static func id(from path: String) throws -> ListID {
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        guard let id = ListID(checking: name) else {
            throw CommandError(
                "\"\(name)\" cannot be a list's id (1 to 64 of A-Za-z0-9._~-): name one with --as")
        }
        return id
    }
}
