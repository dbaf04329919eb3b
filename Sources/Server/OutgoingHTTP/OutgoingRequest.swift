package import TextBytes

/// A request to another server.
package struct OutgoingRequest: Sendable {
    package var method: String
    /// An address with `http` or `https`, in ASCII, without user and password.
    package var url: String
    /// The header fields beyond those of the connection and of the body's length.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// How long the whole exchange may take, from the call on.
    package var seconds: Double

    package init(
        method: String = "GET", url: String, headers: [(name: String, value: String)] = [],
        body: [UInt8] = [], seconds: Double
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.seconds = seconds
    }

    /// Why the request cannot be sent; nil if it can.
    ///
    /// Nothing in it can end a line, name another scheme, or contradict the framing of the body.
    var refusal: HTTPRequestError? {
        let url = url.utf8
        guard url.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return .badURL("must be ASCII without spaces: percent-encode other characters")
        }
        let lowered = self.url.lowercased()
        guard lowered.begins(with: "http://") || lowered.begins(with: "https://") else {
            return .badURL("must begin with https:// or http://")
        }
        guard !method.isEmpty, method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            return .badRequest("the method must be of the letters A to Z")
        }
        guard seconds > 0, seconds <= Self.longestSeconds else {
            return .badRequest("the time must be between 0 and \(Int(Self.longestSeconds)) s")
        }
        for header in headers {
            guard !header.name.isEmpty, header.name.utf8.allSatisfy(Self.isTokenByte) else {
                return .badRequest("\(header.name.debugDescription) is no name of a header field")
            }
            guard header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                return .badRequest("the value of \(header.name) has control characters")
            }
            guard !Self.framingFields.contains(TextKey(header.name.lowercased())) else {
                return .badRequest("\(header.name) is the connection's own header field")
            }
        }
        return nil
    }

    private static let longestSeconds = 86_400.0

    private static let framingFields: Set<TextKey> = [
        "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// Whether a byte may stand in a name of a header field (RFC 9110, section 5.6.2).
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// What a server answered.
package struct HTTPReply: Sendable {
    package var status: Int
    /// The header fields, names in ASCII and in lower case; of several with a name, the last.
    package var headers: [TextKey: String]
    package var body: [UInt8]

    package init(status: Int, headers: [TextKey: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

// Canonical equivalence: tests alone compare the reasons.
/// Why a request has no answer.
package enum HTTPRequestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address is not usable; the text says why. Nothing was sent.
    case badURL(String)
    /// Method, header fields or time are not usable; the text says why. Nothing was sent.
    case badRequest(String)
    /// The name leads to addresses alone that are not public; the text names one. Nothing was sent.
    case refusedAddress(String)
    /// There was no connection, or it broke: the server may have the request.
    case notConnected(String)
    /// The server's certificate is not of a known authority, or for another name. Nothing was sent.
    case notTrusted(String)
    /// The answer was not there in time: the server may have the request.
    case timedOut
    /// The answer is longer than is read; the server has the request.
    case tooLarge
    /// The request was cancelled, or the requester stopped: the server may have the request.
    case stopped

    package var description: String {
        switch self {
        case .badURL(let reason): "the URL is not usable: \(reason)"
        case .badRequest(let reason): "the request is not usable: \(reason)"
        case .refusedAddress(let address): "the server's address is not public: \(address)"
        case .notConnected(let reason): "no connection: \(reason)"
        case .notTrusted(let reason): "the server is not trusted: \(reason)"
        case .timedOut: "no answer in time"
        case .tooLarge: "the answer is too large"
        case .stopped: "the request was stopped"
        }
    }
}
