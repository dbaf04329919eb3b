import Foundation

/// The mark that one server owns a store: `flock` on `STORE.lock`, given up when the process ends.
///
/// Readers (backup, verify, export) do not take it, so they can work beside a running server. The file
/// is for its owner alone: whoever can open it can hold it, and so keep every server from the store.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `locked` where another process has it, `failed` where the file cannot be made or others
    ///   may have it open.
    init(store path: String) throws(JournalError) {
        let file = path + ".lock"
        let opened = unsafe open(
            file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard opened >= 0 else { throw .failed(Self.reason(errno, file)) }
        do throws(JournalError) {
            try Self.tighten(opened, file)
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

    /// Takes the file from all but its owner, who must be this user (or this be the superuser).
    private static func tighten(_ opened: Int32, _ file: String) throws(JournalError) {
        var facts = stat()
        guard unsafe fstat(opened, &facts) == 0 else { throw .failed(reason(errno, file)) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw .failed("\(file) is no plain file: remove it")
        }
        guard facts.st_uid == geteuid() || geteuid() == 0 else {
            throw .failed(anothers(file, facts.st_uid))
        }
        guard facts.st_mode & 0o077 != 0 else { return }
        guard fchmod(opened, 0o600) == 0 else { throw .failed(reason(errno, file)) }
    }

    private static func reason(_ number: Int32, _ file: String) -> String {
        var facts = stat()
        if number == ELOOP { return "\(file) is a symbolic link: remove it" }
        if number == EACCES, unsafe lstat(file, &facts) == 0, facts.st_uid != geteuid() {
            return anothers(file, facts.st_uid)
        }
        return "\(file): \(unsafe String(cString: strerror(number)))"
    }

    private static func anothers(_ file: String, _ owner: uid_t) -> String {
        "\(file) belongs to another user (\(owner)): run as that user, or, if no server of theirs has "
            + "the store, remove the file"
    }

    /// Gives the store up; another server may have it from now on.
    func release() {
        flock(descriptor, LOCK_UN)
    }

    deinit {
        Foundation.close(descriptor)
    }
}
