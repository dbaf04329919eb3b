import JSON

/// What the server says of a refused HTTP request.
enum HTTPRefusalText {
    /// Its `message`, or the text as it is.
    static func of(_ body: [UInt8]) -> String {
        if let message = try? JSONReader.read(body).object?["message"]?.string { return message }
        let text = String(decoding: body.prefix(500), as: UTF8.self)
        return text.split(separator: "\n").first.map { String($0) } ?? "refused"
    }
}
