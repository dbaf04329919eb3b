import Foundation
import TextBytes

/// The directory of a site, and which of its files may be seen.
///
/// No file outside of the directory is seen, neither by `..` nor by symbolic links, and no path with a
/// part that begins with a dot.
struct SiteDirectory: Sendable {
    /// Symbolic links resolved; nil: there is no such directory.
    private let root: String?

    /// Relative paths count from the working directory.
    init(root: String) {
        self.root = Self.resolved(root)
    }

    /// The file of a request's path, whose last part may be empty: `index.html`; nil if there is none.
    func file(at segments: [String]) -> SiteFile? {
        guard let root else { return nil }
        var segments = segments
        if segments.isEmpty || areSame(segments.last, "") {
            segments = segments.dropLast() + ["index.html"]
        }
        let isSound = segments.allSatisfy { segment in
            !segment.isEmpty && !segment.begins(with: ".")
                && !segment.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        }
        guard isSound, let path = Self.resolved(root + "/" + segments.joined(separator: "/")),
            path.begins(with: root.isSame(as: "/") ? root : root + "/")
        else { return nil }
        return SiteFile(path: path)
    }

    private static func resolved(_ path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}

/// One file in its current version.
struct SiteFile: Equatable, Sendable {
    /// The largest file that is served, in bytes: files are read into memory.
    static let maxBytes = 32 << 20

    /// Absolute, without symbolic links.
    let path: String
    /// Changes whenever the content may have changed.
    let version: String
    let byteCount: Int

    /// Nil if there is no such regular file, or it is too large.
    init?(path: String) {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_size <= Self.maxBytes
        else { return nil }
        self.path = path
        byteCount = Int(facts.st_size)
        let moment = "\(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
        version = "\(facts.st_ino)-\(facts.st_size)-\(moment)"
    }

    /// Whether both are the same version of the same file.
    static func == (left: Self, right: Self) -> Bool {
        left.byteCount == right.byteCount && left.version.isSame(as: right.version)
            && left.path.isSame(as: right.path)
    }

    /// The content; nil if it cannot be read.
    func read() -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { Array($0) }
    }
}
