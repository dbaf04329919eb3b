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

/// A file that is written atomically: under another name in the same folder, synced, then renamed.
struct AtomicFile {
    private let path: String
    /// The path of the file until it is complete.
    private let partial: String

    /// - Parameter replacing: Whether an existing file may be replaced.
    /// - Throws: `CommandError` where it may not, or where the folder cannot be written.
    init(_ path: String, replacing: Bool) throws {
        guard replacing || !FileManager.default.fileExists(atPath: path) else {
            throw CommandError("\(path) exists: name another file, or give --force")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw CommandError(
                "\(path) cannot be written: the folder \(folder) does not exist or cannot be written"
            )
        }
        self.path = path
        partial = "\(path).partial-\(ProcessInfo.processInfo.processIdentifier)"
    }

    /// Writes the file by `body`, which is given the path to write; where it throws, no file remains.
    func write(_ body: (String) async throws -> Void) async throws {
        do {
            try await body(partial)
            try sync(partial)
            guard unsafe rename(partial, path) == 0 else { throw CommandError(reason(path)) }
            try sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        } catch {
            _ = unsafe unlink(partial)
            throw error
        }
    }

    /// Writes bytes as the whole file.
    func write(_ bytes: [UInt8]) async throws {
        try await write { partial in
            guard FileManager.default.createFile(atPath: partial, contents: Data(bytes)) else {
                throw CommandError(reason(partial))
            }
        }
    }

    private func sync(_ path: String) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandError(reason(path)) }
        defer { Foundation.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CommandError(reason(path)) }
    }

    private func reason(_ path: String) -> String {
        "\(path) cannot be written: \(unsafe String(cString: strerror(errno)))"
    }
}
