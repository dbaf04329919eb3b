internal import CLinux
import Foundation

/// The file of a store, by its one real name.
///
/// SQLite looks for a store's log (`-wal`) beside the name that it is given, and takes the log that it finds
/// there for the file's. So a symbolic link is followed once, for lock, log, reader and backup; a file whose log may
/// lie beside another name, and one beside which lies the log of another, are refused.
struct StoreFile: Sendable {
    /// The real path.
    let path: String
    /// The path as it was given, which is what a message about a file that is not there names.
    let givenPath: String

    /// Finds the real path; nothing need be there.
    ///
    /// - Throws: `failed` where links lead in a circle.
    init(_ path: String) throws(JournalError) {
        givenPath = path
        var file = URL(fileURLWithPath: path)
        // As many as the kernel follows.
        for _ in 0...40 {
            let folder = Self.realPath(file.deletingLastPathComponent().path)
            file = URL(fileURLWithPath: folder).appendingPathComponent(file.lastPathComponent)
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)
            else {
                self.path = file.path
                return
            }
            file = URL(fileURLWithPath: target, relativeTo: URL(fileURLWithPath: folder + "/"))
        }
        throw .failed("\(path) cannot be read: it is a symbolic link that leads to itself")
    }

    private static func realPath(_ folder: String) -> String {
        guard let real = unsafe realpath(folder, nil) else { return folder }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// The path of the write-ahead log.
    var log: String { path + "-wal" }

    /// What the file's header says of its log (SQLite, "Database File Format", 1.3.3).
    private enum Kind {
        /// There is nothing in the file, or it is none of SQLite's.
        case other
        /// It is whole by itself, as a backup: a log beside it is another file's.
        case sealed
        /// What was committed last may be in a log.
        case live
    }

    private func kind() -> Kind {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return .other }
        defer { close(file) }
        var header = [UInt8](repeating: 0, count: 20)
        guard unsafe pread(file, &header, header.count, 0) == header.count,
            header.starts(with: "SQLite format 3\0".utf8)
        else { return .other }
        return header[18] == 1 && header[19] == 1 ? .sealed : .live
    }

    /// Checks that what is beside the file is all there is of it.
    ///
    /// Not for a file that this process has open through SQLite: closing a file ends all its locks of the process.
    ///
    /// - Parameter isForWriting: Whether the file will be written to, which every other name of it would show.
    /// - Throws: `failed`, with what to do.
    func check(isForWriting: Bool) throws(JournalError) {
        let kind = kind()
        if kind == .sealed, try hasLog() { throw .failed(leftover) }
        if isForWriting || kind == .live { try checkName() }
    }

    /// Whether the file is whole by itself, as a backup is: what lies beside it is another's.
    var isSealed: Bool { kind() == .sealed }

    /// Checks that the file has no other name beside which its log may lie.
    ///
    /// - Throws: `failed`, with what to do.
    func checkName() throws(JournalError) {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else { return }
        guard facts.st_nlink < 2 else {
            throw .failed(
                "\(path) has \(facts.st_nlink) names (hard links), and its log lies beside one of them only: "
                    + "remove the other names, or copy the store with 'lockstep backup' where it is used"
            )
        }
        guard unsafe lockstep_is_mount(path) != 1 else {
            throw .failed(
                "\(path) is mounted by itself, without its log: mount its folder in place of the file"
            )
        }
    }

    /// Whether there is a log with something in it.
    private func hasLog() throws(JournalError) -> Bool {
        var facts = stat()
        guard unsafe stat(log, &facts) == 0 else {
            guard [ENOENT, ENOTDIR].contains(errno) else {
                throw .failed("\(log) cannot be read: \(unsafe String(cString: strerror(errno)))")
            }
            return false
        }
        return facts.st_size > 0
    }

    private var leftover: String {
        "\(path) is a backup, and \(log) is the log of the store that was there before, which would be mixed into it: "
            + "move the log away and start again; 'lockstep restore BACKUP' puts a backup in a store's place and keeps "
            + "what was there"
    }
}
