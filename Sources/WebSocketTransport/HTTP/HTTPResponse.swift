/// An answer to an HTTP request.
package struct HTTPResponse: Sendable {
    /// The status code, 200…599.
    package var status: Int
    /// The body's media type; sent only with a body.
    package var contentType: String
    /// Further fields: `ETag`, `Retry-After`, `Cache-Control`, ….
    ///
    /// Not those that frame the message.
    package var headers: [(name: String, value: String)]
    /// The body.
    ///
    /// With HEAD its length is told and nothing sent; with 204 and 304 there is none.
    package var body: [UInt8]
    /// What is sent in the body's place, where there is one.
    package var file: ResponseFile?

    /// Makes an answer.
    package init(
        status: Int, contentType: String = "application/json",
        headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
    }

    /// An answer in plain text.
    package init(status: Int, headers: [(name: String, value: String)] = [], text: String) {
        self.init(
            status: status, contentType: "text/plain; charset=utf-8", headers: headers,
            body: Array(text.utf8))
    }
}
