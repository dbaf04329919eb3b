import Foundation

/// One file as it is at the moment.
struct StaticFile {
    /// Larger files are not served: they are read whole.
    static let maxBytes = 32 << 20

    /// Changes whenever the content may have.
    let tag: String
    private let path: String

    /// Nil where there is no such plain file, or it is too large.
    init?(path: String) {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_size <= Self.maxBytes
        else { return nil }
        self.path = path
        let moment = "\(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
        tag = "\"\(facts.st_ino)-\(facts.st_size)-\(moment)\""
    }

    /// The content; nil where it cannot be read.
    func read() -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { Array($0) }
    }
}
