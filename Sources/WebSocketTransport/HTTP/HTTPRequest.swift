/// One HTTP request for the application, whole.
package struct HTTPRequest: Sendable {
    /// In upper case, as sent: `GET`, `HEAD`, `POST`, `DELETE`, ….
    package let method: String
    /// The path without the query, percent-decoded; `.`, `..` and empty parts are resolved.
    package let path: String
    /// The parts between the path's slashes: `/api/lists/a` is `api`, `lists`, `a`.
    package let segments: [String]
    /// The query's fields in order, decoded.
    package let query: [(name: String, value: String)]
    /// The body, empty where there is none; at most the listener's `maxBodyBytes`.
    package let body: [UInt8]
    /// The peer's numeric address, without a port.
    package let remoteAddress: String
    /// Whose the request is: whom a trusted proxy names, else the peer.
    var caller: NetworkAddress?
    /// The part of its address that one subscriber of a network has: of an IPv6 address the first 64
    /// bits.
    package var remoteNetwork: [UInt8] {
        (caller ?? NetworkAddress(remoteAddress))?.household ?? Array(remoteAddress.utf8)
    }
    /// Whether a browser asks for a page from elsewhere, which is not to have it done what costs much:
    /// such a page can ask for it in the name of whoever looks at the page.
    package internal(set) var isFromForeignPage = false
    private let fields: [(name: String, value: String)]

    /// Whether it is for what describes the API, `/api/` or `/api/NAME.json`: files, open to everyone.
    var isForDocument: Bool {
        segments.count == 2 && segments[0] == "api"
            && (segments[1].isEmpty || segments[1].hasSuffix(".json"))
    }

    init(_ head: HTTPHead, body: [UInt8], from remoteAddress: String) {
        method = head.method
        path = head.path
        segments = head.segments
        query = head.query
        fields = head.fields
        self.body = body
        self.remoteAddress = remoteAddress
    }

    /// A header field's value, several joined by a comma; nil where absent, or where the field is none
    /// of those that libwebsockets knows.
    ///
    /// Letter case of `name` is of no account. O(fields).
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return fields.first { $0.name == name }?.value
    }

    /// The first value of a query field; nil where absent.
    ///
    /// O(fields).
    package func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}
