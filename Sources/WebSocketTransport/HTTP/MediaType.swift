/// The media types of the files that a web client is made of.
enum MediaType {
    /// By the file name's ending; unknown ones are bytes, which browsers only download.
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
