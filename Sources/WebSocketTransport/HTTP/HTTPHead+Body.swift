extension HTTPHead {
    /// How many bytes of body follow.
    ///
    /// - Throws: what cannot be served: 400, 411, 413, 417, 505.
    func bodyCount(limit: Int) throws(HTTPRefusal) -> Int {
        // A line feed that was escaped in the target ends the request line before its version.
        guard !version.isEmpty else {
            throw HTTPRefusal(status: 400, reason: "the request line is malformed")
        }
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw HTTPRefusal(status: 505, reason: "HTTP/1.1 is spoken here")
        }
        guard elements(of: "host").count == 1 || (self["host"] == nil && version == "HTTP/1.0")
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

    /// Whether the sender waits to be asked for the body.
    var expectsContinue: Bool {
        version == "HTTP/1.1" && lists("100-continue", in: "expect")
    }

    /// Whether libwebsockets takes what follows for this request's body, whatever it is worth.
    var hasBody: Bool {
        let first = self["content-length"]?.first
        return hasBodyByMethod || first.map { "-123456789".contains($0) } ?? false
    }

    private var hasBodyByMethod: Bool { ["POST", "PUT", "PATCH"].contains(method) }
}
