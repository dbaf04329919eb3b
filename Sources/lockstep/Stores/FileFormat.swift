import ArgumentParser
import Foundation
import ListEditing
import ListFiles
import ListProtocol

/// The kinds of files that lists are exported to and imported from.
enum FileFormat: String, CaseIterable, ExpressibleByArgument {
    /// A whole list with its rules (`ListDocument`).
    case json
    /// The rows of a list, for spreadsheets (`RowTable`).
    case csv

    /// By the end of the file's name; nil where that tells nothing.
    init?(path: String) {
        self.init(rawValue: URL(fileURLWithPath: path).pathExtension.lowercased())
    }

    func encode(_ list: ListID, _ state: ListState) -> [UInt8] {
        switch self {
        case .json: ListDocument.encode(list, state)
        case .csv: RowTable.encode(state)
        }
    }

    /// - Parameter list: The id that the list is to have; nil: as the file says or is named.
    /// - Throws: `CommandError`, naming the file.
    func decode(_ path: String, as list: ListID?, limits: Limits) throws -> CreateList {
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
                return try RowTable.decode([UInt8](data), as: id, limits: limits)
            }
        } catch let error as ListFileError {
            throw CommandError("\(path): \(error)")
        }
    }

    /// The id that a file's name gives a list.
    private static func id(from path: String) throws -> ListID {
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        guard let id = ListID(checking: name) else {
            throw CommandError(
                "\"\(name)\" cannot be a list's id (1 to 64 of A-Za-z0-9._~-): name one with --as")
        }
        return id
    }
}
