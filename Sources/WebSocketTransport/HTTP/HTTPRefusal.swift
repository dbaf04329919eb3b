/// Why a request is turned down before it reaches the application.
struct HTTPRefusal: Error, Equatable {
    let status: Int
    /// Said to the client in a line of plain text.
    let reason: String
    var fields: [String: String] = [:]

    /// The answer that says so.
    var response: HTTPResponse {
        HTTPResponse(
            status: status, headers: fields.map { ($0.key, $0.value) }, text: reason + "\n")
    }
}
