import Foundation

/// Serves the files of one directory to GET and HEAD.
///
/// No file outside of the directory is served, neither by `..` nor by symbolic links, and no path with a
/// part that begins with a dot. Browsers revalidate a file at each use, by its `ETag`.
struct StaticFiles {
    /// The directory, symbolic links resolved; nil serves nothing.
    private let root: String?
    /// The content of files, which slow responses share.
    private let cache = Cache()

    /// Serves the files of `root`; relative paths count from the working directory.
    init(root: String?) {
        self.root = root.flatMap(Self.resolved)
    }

    /// The response to a request.
    func respond(to request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            return HTTPResponse(
                status: 405, headers: [("Allow", "GET, HEAD")], text: "method not allowed\n")
        }
        guard let path = path(of: request.segments), let file = StaticFile(path: path) else {
            return HTTPResponse(status: 404, text: "not found\n")
        }
        let headers = [(name: "ETag", value: file.tag), (name: "Cache-Control", value: "no-cache")]
        if let known = request.header("if-none-match"), Self.list(known, has: file.tag) {
            return HTTPResponse(status: 304, headers: headers)
        }
        guard let bytes = cache.read(file, at: path) else {
            return HTTPResponse(status: 404, text: "not found\n")
        }
        return HTTPResponse(
            status: 200, contentType: MediaType.of(path), headers: headers, body: bytes)
    }

    /// The content of requested files while they do not change; on one thread.
    private final class Cache {
        /// The most bytes of all files together; larger files are read each time.
        private static let maxBytes = 16 << 20
        private var files: [String: (tag: String, bytes: [UInt8])] = [:]
        private var count = 0

        /// Nil if the file cannot be read.
        func read(_ file: StaticFile, at path: String) -> [UInt8]? {
            if let known = files[path], known.tag == file.tag { return known.bytes }
            guard let bytes = file.read() else { return nil }
            count -= files.removeValue(forKey: path)?.bytes.count ?? 0
            guard bytes.count <= Self.maxBytes else { return bytes }
            if count + bytes.count > Self.maxBytes { (files, count) = ([:], 0) }
            files[path] = (file.tag, bytes)
            count += bytes.count
            return bytes
        }
    }

    private func path(of segments: [String]) -> String? {
        guard let root else { return nil }
        var segments = segments
        if segments.isEmpty || segments.last == "" {
            segments = segments.dropLast() + ["index.html"]
        }
        let isSound = segments.allSatisfy { segment in
            !segment.isEmpty && !segment.hasPrefix(".")
                && !segment.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        }
        guard isSound, let path = Self.resolved(root + "/" + segments.joined(separator: "/")),
            path.hasPrefix(root == "/" ? root : root + "/")
        else { return nil }
        return path
    }

    private static func resolved(_ path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    /// Whether an `If-None-Match` names `tag`, compared weakly (RFC 9110, section 13.1.2).
    private static func list(_ known: String, has tag: String) -> Bool {
        known.split { $0 == "," || $0 == " " || $0 == "\t" }.contains {
            $0 == "*" || $0 == tag || $0 == "W/" + tag
        }
    }
}

/// One file in its current version.
private struct StaticFile {
    /// The largest file that is served, in bytes: files are read into memory.
    static let maxBytes = 32 << 20

    /// The `ETag`, which changes whenever the content may have changed.
    let tag: String
    private let path: String

    /// Nil if there is no such regular file, or it is too large.
    init?(path: String) {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_size <= Self.maxBytes
        else { return nil }
        self.path = path
        let moment = "\(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
        tag = "\"\(facts.st_ino)-\(facts.st_size)-\(moment)\""
    }

    /// The content; nil if it cannot be read.
    func read() -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { Array($0) }
    }
}

/// The media types of the files of web clients.
private enum MediaType {
    /// The media type by the file name's extension; unknown files are bytes, which browsers download.
    static func of(_ name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return switch name[name.index(after: dot)...].lowercased() {
        case "html", "htm": "text/html; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json", "map": "application/json"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "webp": "image/webp"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        case "txt", "md", "ts": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }
}
