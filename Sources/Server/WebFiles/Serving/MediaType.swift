import TextBytes
import WebSocketTransport

/// The media types of the files of web clients.
struct MediaType: Sendable {
    /// The value of `Content-Type`.
    let name: String
    /// Whether files of the type become smaller by compression; images and fonts are compressed already.
    let isText: Bool

    /// The media type by the file name's extension; unknown files are bytes, which browsers download.
    init(ofFile name: String) {
        let suffix = name.utf8.lastIndex(of: UInt8(ascii: ".")).map {
            TextKey(name[name.utf8.index(after: $0)...].asciiLowercased)
        }
        (self.name, isText) =
            switch suffix {
            case "html", "htm": ("text/html; charset=utf-8", true)
            case "js", "mjs": ("text/javascript; charset=utf-8", true)
            case "css": ("text/css; charset=utf-8", true)
            case "json", "map": ("application/json", true)
            case "webmanifest": ("application/manifest+json", true)
            case "svg": ("image/svg+xml", true)
            case "txt", "md", "ts": ("text/plain; charset=utf-8", true)
            case "png": ("image/png", false)
            case "jpg", "jpeg": ("image/jpeg", false)
            case "gif": ("image/gif", false)
            case "webp": ("image/webp", false)
            case "ico": ("image/x-icon", false)
            case "woff2": ("font/woff2", false)
            default: ("application/octet-stream", false)
            }
    }
}
