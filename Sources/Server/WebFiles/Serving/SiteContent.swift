import TextBytes
import WebSocketTransport

/// The bytes of one file in each encoding that is smaller than the one before it.
struct SiteContent: Sendable {
    /// The largest text that is compressed, in bytes.
    static let maxCompressedBytes = 2 << 20

    private let type: MediaType
    private let version: String
    private let caching: Caching
    private let bytes: [UInt8]
    private let compressed: [ContentEncoding: [UInt8]]

    /// How long browsers may use the content without asking again.
    enum Caching {
        /// They ask at each use, by the `ETag`.
        case revalidated
        /// A year: another content has another name.
        case immutable

        /// The value of `Cache-Control`.
        var field: String {
            switch self {
            case .revalidated: "no-cache"
            case .immutable: "public, max-age=31536000, immutable"
            }
        }
    }

    /// Bytes held, in all encodings.
    var byteCount: Int { compressed.values.reduce(bytes.count) { $0 + $1.count } }

    /// Compresses `bytes` if that is worthwhile; see ``ContentEncoding/encode(_:)``.
    ///
    /// - Parameter version: Other bytes of the same path have another one.
    init(
        _ bytes: [UInt8], type: MediaType, version: String, caching: Caching = .revalidated,
        isCompressed: Bool = true
    ) {
        self.type = type
        self.version = version
        self.caching = caching
        self.bytes = bytes
        guard isCompressed, Self.isCompressed(type, bytes.count) else {
            compressed = [:]
            return
        }
        compressed = [.brotli, .gzip].reduce(into: [:]) { $0[$1] = $1.encode(bytes) }
    }

    /// Whether a file of `type` with so many bytes is compressed.
    private static func isCompressed(_ type: MediaType, _ byteCount: Int) -> Bool {
        type.isText && byteCount <= maxCompressedBytes
    }

    /// The response to GET or HEAD: 200, or 304 if the client has this content in this encoding.
    func response(to request: HTTPRequest) -> HTTPResponse {
        let offered = ContentEncoding.allCases.filter { compressed[$0] != nil }
        let encoding = ContentEncoding.preferred(
            by: request.header("accept-encoding"), among: offered)
        let body = compressed[encoding] ?? bytes
        let tag = Self.tag(version, compressed[encoding] == nil ? .identity : encoding)
        var headers = [
            (name: "ETag", value: tag), (name: "Cache-Control", value: caching.field),
        ]
        if !compressed.isEmpty { headers.append((name: "Vary", value: "Accept-Encoding")) }
        if Self.isKnown(tag, to: request) { return HTTPResponse(status: 304, headers: headers) }
        if compressed[encoding] != nil {
            headers.append((name: "Content-Encoding", value: encoding.name))
        }
        return HTTPResponse(status: 200, contentType: type.name, headers: headers, body: body)
    }

    /// The `ETag` of a version in an encoding: each is another sequence of bytes.
    private static func tag(_ version: String, _ encoding: ContentEncoding) -> String {
        encoding == .identity ? "\"\(version)\"" : "\"\(version)-\(encoding.name)\""
    }

    /// Whether the `If-None-Match` names `tag`, compared weakly (RFC 9110, section 13.1.2).
    private static func isKnown(_ tag: String, to request: HTTPRequest) -> Bool {
        guard let known = request.header("if-none-match") else { return false }
        return known.elements.contains {
            $0.isSame(as: "*") || $0.isSame(as: tag) || $0.isSame(as: "W/" + tag)
        }
    }
}
