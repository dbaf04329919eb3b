import Foundation

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
