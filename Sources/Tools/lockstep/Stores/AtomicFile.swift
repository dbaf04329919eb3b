import Foundation

/// A file that is written atomically: under another name in the same folder, synced, then renamed.
struct AtomicFile {
    private let path: String
    private let isReplacing: Bool
    /// The path of the file until it is complete.
    ///
    /// It names the process, so that what one that is gone left can be told from what is under way.
    private let partial: String

    /// - Parameter replacing: Whether an existing file may be replaced.
    /// - Throws: `CommandError` where it may not, or where the folder cannot be written.
    init(_ path: String, replacing: Bool) throws(CommandError) {
        self.path = path
        isReplacing = replacing
        let process = ProcessInfo.processInfo.processIdentifier
        partial = "\(path).partial-\(process)-\(UInt32.random(in: 0...UInt32.max))"
        guard replacing || !FileManager.default.fileExists(atPath: path) else { throw exists }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw CommandError(
                "\(path) cannot be written: the folder \(folder) does not exist or cannot be written"
            )
        }
    }

    /// Writes the file by `body`; where it throws, no file remains.
    ///
    /// - Parameters:
    ///   - mode: Of the file; a copy of a whole store is for its owner alone.
    ///   - body: Is given the path of the empty file to write.
    func write(mode: mode_t = 0o600, _ body: (String) async throws -> Void) async throws {
        _ = try NewFile.create(partial, mode: mode)
        do {
            try await body(partial)
            try sync(partial)
            try rename()
            try sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        } catch {
            _ = unsafe unlink(partial)
            throw error
        }
    }

    /// Writes bytes as the whole file, which others may read as the process' mask allows.
    func write(_ bytes: [UInt8]) async throws {
        try await write(mode: 0o666) { partial in
            guard let file = FileHandle(forWritingAtPath: partial) else {
                throw NewFile.failure(partial)
            }
            try file.write(contentsOf: Data(bytes))
            try file.close()
        }
    }

    private var exists: CommandError {
        CommandError("\(path) exists: name another file, or give --force")
    }

    /// Gives the file its name; what another process has written there meanwhile is kept, unless it may be
    /// replaced.
    private func rename() throws(CommandError) {
        if !isReplacing {
            guard unsafe link(partial, path) != 0 else {
                _ = unsafe unlink(partial)
                return
            }
            if errno == EEXIST { throw exists }
            // A file system without a second name for a file: all that is left is to look beforehand.
            guard !FileManager.default.fileExists(atPath: path) else { throw exists }
        }
        guard unsafe Foundation.rename(partial, path) == 0 else { throw NewFile.failure(path) }
    }

    private func sync(_ path: String) throws(CommandError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw NewFile.failure(path) }
        defer { Foundation.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw NewFile.failure(path) }
    }
}

/// Files and folders that this process makes itself: nothing that stands there already, and nothing that a link
/// leads to, is written into.
enum NewFile {
    /// Makes a file and opens it for writing.
    ///
    /// - Throws: `CommandError`, also where there is something of that name.
    static func create(_ path: String, mode: mode_t) throws(CommandError) -> FileHandle {
        let descriptor = unsafe open(
            path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Makes a folder below the one for temporary files, which only its owner may read.
    ///
    /// - Throws: `CommandError`.
    static func temporaryFolder() throws(CommandError) -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "lockstep-\(UUID().uuidString)")
        guard unsafe mkdir(folder.path, 0o700) == 0 else { throw failure(folder.path) }
        return folder
    }

    static func failure(_ path: String) -> CommandError {
        CommandError("\(path) cannot be written: \(unsafe String(cString: strerror(errno)))")
    }
}
