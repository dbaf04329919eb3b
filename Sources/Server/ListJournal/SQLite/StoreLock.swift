import Foundation

/// The lock of the one server that uses a store: `flock` on `STORE.lock` and on the store itself, released
/// when the process ends.
///
/// The first keeps the name, which the log has too, also where another file is put in the store's place. The second keeps
/// the file, whatever names it has.
///
/// Readers (backup, verify, export) do not take it, so that they work beside a running server. Only the
/// owner may open the file: a user who can open it can lock it, and so keep every server from the
/// store.
final class StoreLock: Sendable {
    /// Those of the lock's file and of the store, which is closed last: closing a file ends the locks that
    /// SQLite has on it.
    private let descriptors: [Int32]

    /// Takes the lock, and makes an empty file where there is no store.
    ///
    /// - Parameter path: The store's real path.
    /// - Throws: `locked` where another process holds it, `failed` where the file cannot be created or
    ///   other users may have it open.
    init(store path: String) throws(JournalError) {
        let file = path + ".lock"
        let named = try Self.lock(file, O_RDWR | O_NONBLOCK, of: path) {
            (opened) throws(JournalError) in
            try Self.restrict(opened, file)
        }
        do throws(JournalError) {
            descriptors = [named, try Self.lock(path, O_RDONLY, of: path) { _ in }]
        } catch {
            Foundation.close(named)
            throw error
        }
    }

    private static func lock(
        _ file: String, _ flags: Int32, of path: String,
        check: (Int32) throws(JournalError) -> Void
    ) throws(JournalError) -> Int32 {
        let opened = unsafe open(file, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw .failed(reason(errno, file)) }
        do throws(JournalError) {
            try check(opened)
            guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
                throw errno == EWOULDBLOCK ? .locked(path: path) : .failed(reason(errno, file))
            }
        } catch {
            Foundation.close(opened)
            throw error
        }
        return opened
    }

    /// Makes the file accessible to its owner only, who must be this user unless this is the superuser.
    private static func restrict(_ opened: Int32, _ file: String) throws(JournalError) {
        var facts = stat()
        guard unsafe fstat(opened, &facts) == 0 else { throw .failed(reason(errno, file)) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw .failed("\(file) is not a regular file: remove it")
        }
        guard facts.st_uid == geteuid() || geteuid() == 0 else {
            throw .failed(ownerMismatch(file, facts.st_uid))
        }
        guard facts.st_mode & 0o077 != 0 else { return }
        guard fchmod(opened, 0o600) == 0 else { throw .failed(reason(errno, file)) }
    }

    private static func reason(_ number: Int32, _ file: String) -> String {
        var facts = stat()
        if number == ELOOP { return "\(file) is a symbolic link: remove it" }
        if number == EACCES, unsafe lstat(file, &facts) == 0, facts.st_uid != geteuid() {
            return ownerMismatch(file, facts.st_uid)
        }
        return "\(file): \(unsafe String(cString: strerror(number)))"
    }

    private static func ownerMismatch(_ file: String, _ owner: uid_t) -> String {
        "\(file) belongs to another user (\(owner)): run as that user, or, if no server of theirs has "
            + "the store, remove the file"
    }

    /// Removes the file of the lock beside a file that is no store any more, such as a backup.
    static func removeFile(of path: String) {
        _ = unsafe unlink(path + ".lock")
    }

    /// Releases the store to other servers.
    func release() {
        for descriptor in descriptors { flock(descriptor, LOCK_UN) }
    }

    deinit {
        for descriptor in descriptors { Foundation.close(descriptor) }
    }
}
