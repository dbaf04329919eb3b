/// A request to an HTTP server.
package struct HTTPClientRequest: Sendable {
    /// In upper case: `GET`, `HEAD`, `POST`, `PUT`, `PATCH`, `DELETE`.
    package var method: String
    /// Where to, and for what.
    package var url: RemoteURL
    /// Further fields: `Authorization`, `Content-Type`, ….
    ///
    /// Not those that frame the message: `Host`, `Connection` and `Content-Length` are made.
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
        if !body.isEmpty || ["POST", "PUT", "PATCH"].contains(method) {
            fields.append(("Content-Length", String(body.count)))
        }
        return try HeaderLines.bytes(of: fields)
    }
}
