import Foundation

/// The files of a store as they lie on the disk: what tells whether somebody writes to them.
struct StoreFiles: Equatable {
    private struct Facts: Equatable {
        var file: UInt64
        var bytes: Int
        var seconds: Int
        var nanoseconds: Int

        /// Nil where there is no such file.
        init?(_ path: String) {
            var facts = stat()
            guard unsafe stat(path, &facts) == 0 else { return nil }
            file = UInt64(facts.st_ino)
            bytes = Int(facts.st_size)
            seconds = facts.st_mtim.tv_sec
            nanoseconds = facts.st_mtim.tv_nsec
        }
    }

    private let main: Facts?
    private let log: Facts?

    init(path: String) {
        main = Facts(path)
        log = Facts(path + "-wal")
    }

    var exist: Bool { main != nil }

    /// Whether everything is in the main file: no server has the store, and none was killed over it.
    var areAtRest: Bool { log == nil }
}
