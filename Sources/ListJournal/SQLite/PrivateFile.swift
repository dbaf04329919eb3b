import Foundation

/// Files that nobody but their owner may read: everything that is in any list is in a store.
enum PrivateFile {
    /// Makes an empty file at `path` unless there is one; files that SQLite puts beside it have its mode.
    ///
    /// Whoever opens it next hears why it could not be made.
    static func make(_ path: String) {
        let made = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if made >= 0 { close(made) }
    }
}
