import CWebSockets
import TextBytes

/// The head of a request, as parsed by libwebsockets.
struct HTTPHead {
    /// `GET`, `HEAD`, `POST`, ….
    let method: String
    /// The path, percent-decoded, without empty parts; of `.` and `..` only where ``RequestHead`` has not seen it.
    let path: String
    /// The query's fields in order, decoded; a field without `=` has an empty value.
    let query: [(name: String, value: String)]
    /// `HTTP/1.1` or another.
    let version: String
    /// The header fields that libwebsockets knows, and those of ``unnumbered``; names in lower case.
    let fields: [(name: String, value: String)]

    /// What proxies add to the requests that they pass on (RFC 7239, RFC 9110).
    private static let addedByProxies = [
        "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
    ]

    /// Fields that are read although lws has no number for them.
    private static let unnumbered = ["sec-fetch-site", "last-event-id"] + addedByProxies

    /// In the order of their numbers in lws.
    private static let methods = [
        "GET", "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "CONNECT", "HEAD",
    ]

    /// Reads the head that lws holds for `wsi`.
    ///
    /// O(fields that lws knows).
    ///
    /// - Throws: 400 if a part is not UTF-8.
    init(of wsi: OpaquePointer) throws(HTTPRefusal) {
        var start: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        let number = Int(unsafe lws_http_get_uri_and_method(wsi, &start, &count))
        guard Self.methods.indices.contains(number), let start = unsafe start,
            let path = unsafe Self.path(UnsafeRawBufferPointer(start: start, count: Int(count))),
            unsafe !Self.hidesNUL(start, Int(count), of: wsi)
        else { throw HTTPRefusal(status: 400, reason: "the request line is malformed") }
        method = Self.methods[number]
        self.path = path
        query = try unsafe Self.query(of: wsi)
        version = try unsafe Self.value(WSI_TOKEN_HTTP, of: wsi) ?? ""
        fields = try unsafe Self.fields(of: wsi)
    }

    /// The value of a field, several joined by a comma; nil if absent.
    subscript(name: String) -> String? {
        fields.first { $0.name.isSame(as: name) }?.value
    }

    /// Whether `token`, in lower case, is one of the field's comma-separated elements, without regard to case.
    func lists(_ token: String, in name: String) -> Bool {
        elements(of: name).contains { $0.isSame(asLowercase: token) }
    }

    /// The elements of a comma-separated field, without blanks and empty ones.
    func elements(of name: String) -> [String] {
        guard let value = self[name] else { return [] }
        return value.elements
    }

    /// The parts between the path's slashes: `/a/b c` is `a`, `b c`.
    ///
    /// A slash at the end gives an empty last part; `/` alone gives none.
    var segments: [String] {
        let path = path.utf8
        guard path.count > 1 else { return [] }
        return path.dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
    }

    /// Whether a proxy says that it passed the request on.
    var isForwarded: Bool { !Self.addedByProxies.allSatisfy { self[$0] == nil } }

    /// Whether lws keeps the connection for a further request, by its own reading of the field.
    var keepsAlive: Bool {
        let connection = self["connection"]
        if connection?.isSame(asLowercase: "close") == true { return false }
        return connection?.isSame(asLowercase: "keep-alive") == true
            || version.isSame(as: "HTTP/1.1")
    }

    /// Whether an escaped NUL ends the path: lws keeps it after a slash without counting it, so that the
    /// version does not follow directly after the path's end.
    private static func hidesNUL(
        _ path: UnsafeMutablePointer<CChar>, _ count: Int, of wsi: OpaquePointer
    ) -> Bool {
        var byte: CChar = 0
        let isFollowedByVersion =
            unsafe lws_hdr_copy_fragment(wsi, &byte, 1, WSI_TOKEN_HTTP_URI_ARGS, 0) < 0
            && lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, 0) == 0
            && lws_hdr_total_length(wsi, WSI_TOKEN_HTTP) > 0
        return unsafe isFollowedByVersion && path[count + 1] == 0
    }

    private static func fields(
        of wsi: OpaquePointer
    ) throws(HTTPRefusal) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for number in 0..<WSI_TOKEN_COUNT.rawValue {
            let token = lws_token_indexes(rawValue: number)
            guard let value = try unsafe value(token, of: wsi),
                let name = unsafe lws_token_to_string(token)
            else { continue }
            let text = unsafe String(cString: name)
            if text.ends(with: ":") { fields.append((String(text.dropLast()), value)) }
        }
        for name in unnumbered where !fields.contains(where: { $0.name.isSame(as: name) }) {
            guard let value = try unsafe unknownField(name, of: wsi) else { continue }
            // lws shows the first of several: an empty one says that there may be others.
            if !value.isEmpty || addedByProxies.contains(where: { $0.isSame(as: name) }) {
                fields.append((name, value))
            }
        }
        return fields
    }

    /// The value of a field that lws has no number for, of the first where there are several; nil if absent.
    private static func unknownField(
        _ name: String, of wsi: OpaquePointer
    ) throws(HTTPRefusal) -> String? {
        let name = name + ":"
        let length = Int32(name.utf8.count)
        let count = unsafe Int(lws_hdr_custom_length(wsi, name, length))
        guard count > 0 else { return count < 0 ? nil : "" }
        var buffer = [CChar](repeating: 0, count: count + 1)
        guard unsafe lws_hdr_custom_copy(wsi, &buffer, Int32(count + 1), name, length) >= 0,
            let value = unsafe buffer.withUnsafeBytes({ unsafe text($0.prefix(count)) })
        else { throw malformed }
        return value
    }

    private static func query(
        of wsi: OpaquePointer
    ) throws(HTTPRefusal) -> [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        let room = unsafe Int(lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS)) + 1
        guard room > 1 else { return [] }
        var buffer = [CChar](repeating: 0, count: room)
        var index: Int32 = 0
        while true {
            let count = unsafe lws_hdr_copy_fragment(
                wsi, &buffer, Int32(room), WSI_TOKEN_HTTP_URI_ARGS, index)
            guard count >= 0 else { return query }
            index += 1
            guard count > 0 else { continue }
            guard let pair = unsafe buffer.withUnsafeBytes({ unsafe text($0.prefix(Int(count))) })
            else { throw malformed }
            let (name, value) = pair.halves(at: "=")
            query.append((name, value ?? ""))
        }
    }

    private static func value(
        _ token: lws_token_indexes, of wsi: OpaquePointer
    ) throws(HTTPRefusal) -> String? {
        let count = unsafe Int(lws_hdr_total_length(wsi, token))
        guard count > 0 else { return nil }
        var buffer = [CChar](repeating: 0, count: count + 1)
        guard unsafe lws_hdr_copy(wsi, &buffer, Int32(count + 1), token) >= 0,
            let value = unsafe buffer.withUnsafeBytes({ unsafe text($0.prefix(count)) })
        else { throw malformed }
        return value
    }

    /// The text; nil if it is not UTF-8 or contains a NUL.
    private static func path(_ bytes: some Collection<UInt8>) -> String? {
        bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// The text without trailing blanks; nil if it is not UTF-8 or contains a NUL.
    private static func text(_ bytes: some Collection<UInt8>) -> String? {
        var text = Array(bytes)[...]
        while text.last == UInt8(ascii: " ") || text.last == UInt8(ascii: "\t") {
            text.removeLast()
        }
        return path(text)
    }

    private static var malformed: HTTPRefusal {
        HTTPRefusal(status: 400, reason: "a header field is malformed")
    }
}

extension HTTPHead {
    /// The number of bytes of the body that follows.
    ///
    /// - Throws: 400, 411, 413, 417 or 505 for a request that cannot be served.
    func bodyCount(limit: Int) throws(HTTPRefusal) -> Int {
        // A line feed that was escaped in the target ends the request line before its version.
        guard !version.isEmpty else {
            throw HTTPRefusal(status: 400, reason: "the request line is malformed")
        }
        guard version.isSame(as: "HTTP/1.1") || version.isSame(as: "HTTP/1.0") else {
            throw HTTPRefusal(status: 505, reason: "HTTP/1.1 is spoken here")
        }
        guard
            elements(of: "host").count == 1
                || (self["host"] == nil && version.isSame(as: "HTTP/1.0"))
        else { throw HTTPRefusal(status: 400, reason: "one Host is needed") }
        guard self["expect"] == nil || expectsContinue else {
            throw HTTPRefusal(status: 417, reason: "unknown expectation")
        }
        guard self["transfer-encoding"] == nil else {
            throw HTTPRefusal(status: 411, reason: "send the body with a Content-Length")
        }
        guard let length = self["content-length"] else {
            guard !hasBodyByMethod else {
                throw HTTPRefusal(status: 411, reason: "a Content-Length is needed")
            }
            return 0
        }
        guard length.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            throw HTTPRefusal(status: 400, reason: "Content-Length is not a number")
        }
        guard let count = Int(length), count <= limit else {
            throw HTTPRefusal(status: 413, reason: "the body is over \(limit) bytes")
        }
        return count
    }

    /// Whether the client waits for `100 Continue` before it sends the body.
    var expectsContinue: Bool {
        version.isSame(as: "HTTP/1.1") && lists("100-continue", in: "expect")
    }

    /// Whether lws treats the bytes that follow as a body, valid or not.
    var hasBody: Bool {
        let first = self["content-length"]?.utf8.first
        return hasBodyByMethod || first.map { "-123456789".utf8.contains($0) } ?? false
    }

    /// Whether lws waits for at least one byte of body, by its own reading of the field.
    var awaitsBody: Bool {
        self["content-length"].map { !$0.utf8.allSatisfy { $0 == 0x30 } } ?? hasBodyByMethod
    }

    private var hasBodyByMethod: Bool {
        ["POST", "PUT", "PATCH"].contains { method.isSame(as: $0) }
    }
}
