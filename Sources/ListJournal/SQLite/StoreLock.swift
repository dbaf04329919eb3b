import Foundation

/// The lock of the one server that uses a store: `flock` on `STORE.lock`, released when the process
/// ends.
///
/// Readers (backup, verify, export) do not take it, so that they work beside a running server. Only the
/// owner may open the file: a user who can open it can lock it, and so keep every server from the
/// store.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: `locked` where another process holds it, `failed` where the file cannot be created or
    ///   other users may have it open.
    init(store path: String) throws(JournalError) {
        let file = path + ".lock"
        let opened = unsafe open(
            file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard opened >= 0 else { throw .failed(Self.reason(errno, file)) }
        do throws(JournalError) {
            try Self.restrict(opened, file)
            guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
                throw errno == EWOULDBLOCK
                    ? .locked(path: path) : .failed(Self.reason(errno, file))
            }
        } catch {
            Foundation.close(opened)
            throw error
        }
        descriptor = opened
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
        flock(descriptor, LOCK_UN)
    }

    deinit {
        Foundation.close(descriptor)
    }
}
