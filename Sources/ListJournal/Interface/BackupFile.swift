import Foundation

/// A whole backup in a file that has no name any more: it is gone when it is closed.
package struct BackupFile: Sendable {
    /// Open for reading, and the taker's to close.
    package let descriptor: Int32
    package let byteCount: Int

    /// Takes the file at `path` over.
    init(taking path: String) throws(JournalError) {
        let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
        let reason = unsafe String(cString: strerror(errno))
        _ = unsafe unlink(path)
        var facts = stat()
        guard opened >= 0, unsafe fstat(opened, &facts) == 0 else {
            throw .failed("\(path): \(reason)")
        }
        descriptor = opened
        byteCount = Int(facts.st_size)
    }
}
