import Foundation

/// The mark that one server owns a store: `flock` on `STORE.lock`, given up when the process ends.
///
/// Readers (backup, verify, export) do not take it, so they can work beside a running server.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `locked` where another process has it, `failed` where the file cannot be made.
    init(store path: String) throws(JournalError) {
        let file = path + ".lock"
        let opened = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard opened >= 0 else {
            throw .failed("\(file): \(unsafe String(cString: strerror(errno)))")
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            Foundation.close(opened)
            throw .locked(path: path)
        }
        descriptor = opened
    }

    /// Gives the store up; another server may have it from now on.
    func release() {
        flock(descriptor, LOCK_UN)
    }

    deinit {
        Foundation.close(descriptor)
    }
}
