/// An HTTP server's answer.
package struct HTTPClientResponse: Sendable {
    /// The status code.
    package let status: Int
    /// The fields that libwebsockets knows, names in lower case: `content-type`, `content-length`,
    /// `etag`, `location`, `retry-after`, ….
    package let headers: [(name: String, value: String)]
    /// The body; empty where it is read in pieces.
    package var body: [UInt8] = []

    /// A field's value; nil where absent.
    ///
    /// Letter case of `name` is of no account. O(fields).
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name == name }?.value
    }

    /// The body as text; what is not UTF-8 is replaced.
    package var text: String { String(decoding: body, as: UTF8.self) }
}
