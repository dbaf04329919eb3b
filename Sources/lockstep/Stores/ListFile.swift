import Foundation

/// A file that is there whole or not at all: written under another name beside it, synced, renamed.
struct WholeFile {
    let path: String
    /// Where it is written until it is whole.
    let partial: String

    /// - Parameter replacing: Whether a file that is there may go.
    /// - Throws: `CommandError` where there is one that may not, or no folder for it.
    init(_ path: String, replacing: Bool) throws {
        guard replacing || !FileManager.default.fileExists(atPath: path) else {
            throw CommandError("\(path) is there already: name another file, or give --force")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw CommandError(
                "\(path) cannot be written: there is no folder \(folder) to write to")
        }
        self.path = path
        partial = "\(path).partial-\(ProcessInfo.processInfo.processIdentifier)"
    }

    /// Puts the file in its place once `body` has written the other; where that fails, none is left.
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
