import CWebSockets
import TextBytes

/// A request to an HTTP server.
package struct HTTPClientRequest: Sendable {
    /// In upper case: `GET`, `HEAD`, `POST`, `PUT`, `PATCH`, `DELETE`.
    package var method: String
    /// The server and the target.
    package var url: RemoteURL
    /// Further header fields: `Authorization`, `Content-Type`, ….
    ///
    /// Not `Host`, `Connection` and `Content-Length`, which are added.
    package var headers: [(name: String, value: String)]
    /// The body; empty sends none.
    package var body: [UInt8]

    /// Makes a request.
    package init(
        to url: RemoteURL, method: String = "GET",
        headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The header lines beyond those of libwebsockets.
    func lines() throws(DialError) -> [UInt8] {
        var fields = headers
        if !body.isEmpty || ["POST", "PUT", "PATCH"].contains(where: { method.isSame(as: $0) }) {
            fields.append(("Content-Length", String(body.count)))
        }
        return try HeaderLines.bytes(of: fields)
    }
}

/// The response of an HTTP server.
package struct HTTPClientResponse: Sendable {
    /// The status code.
    package let status: Int
    /// The header fields that libwebsockets knows, names in lower case: `content-type`, `content-length`,
    /// `etag`, `location`, `retry-after`, ….
    package let headers: [(name: String, value: String)]
    /// The body; empty if it is read in pieces.
    package var body: [UInt8] = []

    /// The value of a header field; nil if absent.
    ///
    /// `name` is compared without regard to case. O(fields).
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.isSame(as: name) }?.value
    }

    /// The body as text; invalid UTF-8 is replaced.
    package var text: String { String(decoding: body, as: UTF8.self) }
}

extension HTTPClientResponse {
    /// Reads the head that lws holds for `wsi`; invalid UTF-8 is replaced.
    ///
    /// O(fields that lws knows).
    init(of wsi: OpaquePointer) {
        status = Int(unsafe lws_http_client_http_response(wsi))
        var fields: [(name: String, value: String)] = []
        for number in 0..<WSI_TOKEN_COUNT.rawValue {
            let token = lws_token_indexes(rawValue: number)
            let count = unsafe Int(lws_hdr_total_length(wsi, token))
            guard count > 0, let name = unsafe lws_token_to_string(token) else { continue }
            let text = unsafe String(cString: name)
            guard text.ends(with: ":") else { continue }
            var buffer = [CChar](repeating: 0, count: count + 1)
            guard unsafe lws_hdr_copy(wsi, &buffer, Int32(count + 1), token) >= 0 else { continue }
            let value = buffer.prefix(count).map { UInt8(bitPattern: $0) }
            fields.append((String(text.dropLast()), String(decoding: value, as: UTF8.self)))
        }
        headers = fields
    }
}

/// Writes header fields of a request.
enum HeaderLines {
    /// The room that libwebsockets provides.
    private static let maxBytes = 48 << 10

    /// A line `Name: value` for each field.
    ///
    /// - Throws: ``DialError/badRequest(reason:)`` for an invalid field, or if there is no room.
    static func bytes(
        of fields: [(name: String, value: String)]
    ) throws(DialError) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            guard !name.isEmpty, name.utf8.allSatisfy({ isToken($0) }) else {
                throw .badRequest(reason: "\"\(name)\" is no name of a header field")
            }
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .badRequest(reason: "the header field \(name) holds control characters")
            }
            bytes.append(contentsOf: "\(name): \(value)\r\n".utf8)
        }
        guard bytes.count <= maxBytes else {
            throw .badRequest(reason: "the header fields are over \(maxBytes) bytes")
        }
        return bytes
    }

    /// RFC 9110, section 5.6.2.
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
