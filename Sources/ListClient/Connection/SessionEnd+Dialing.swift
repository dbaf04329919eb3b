import WebSocketTransport

extension SessionEnd {
    /// The end that a failed attempt to connect comes to.
    init(_ error: DialError) {
        switch error {
        case .notUpgraded(_, let status):
            let isFinal = [400, 401, 403, 404].contains(status)
            self.init(
                code: status == 401 ? 4401 : nil, reason: error.description, isFinal: isFinal)
        case .badURL, .badRequest: self.init(code: nil, reason: error.description, isFinal: true)
        default: self.init(code: nil, reason: error.description)
        }
    }
}
