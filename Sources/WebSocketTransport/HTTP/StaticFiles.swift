import Foundation

/// The files below one directory, for GET and HEAD.
///
/// Nothing outside of the directory is served, by `..` or by symbolic link, and nothing whose path has
/// a part that begins with a dot. Browsers ask each time whether a file has changed, by its `ETag`.
struct StaticFiles {
    /// The directory, symbolic links resolved; nil serves nothing.
    private let root: String?
    /// What was read, so that many who read slowly share one copy.
    private let cache = Cache()

    /// Files of `root`; relative paths count from the working directory.
    init(root: String?) {
        self.root = root.flatMap(Self.resolved)
    }

    /// The answer to a request.
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

    /// The content of files that were asked for, as long as they do not change; on one thread.
    private final class Cache {
        /// All together have at most so many bytes; larger files are read each time.
        private static let maxBytes = 16 << 20
        private var files: [String: (tag: String, bytes: [UInt8])] = [:]
        private var count = 0

        /// Nil where the file cannot be read.
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
