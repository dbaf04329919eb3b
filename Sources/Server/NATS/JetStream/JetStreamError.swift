// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
/// Why JetStream did not do what it was asked.
package enum JetStreamError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no answer; the error tells whether the request may be done.
    case request(RequestError)
    /// The server refused; `number` is JetStream's own of the reason, 0 where it gives none.
    case refused(code: Int, number: Int, String)
    /// The answer is not what the server should send; the text says which answer.
    case unreadable(String)
    /// The leader of a stream lacks messages that were acknowledged.
    case after(String)

    package var description: String {
        switch self {
        case .request(let error): "JetStream: \(error)"
        case .refused(_, let number, let text): "JetStream refused: \(text) (\(number))"
        case .unreadable(let what): "JetStream sent \(what) that cannot be read"
        case .after(let stream):
            "the leader of \(stream) lacks what was stored: another is elected"
        }
    }

    /// Whether the same request may be answered later, as while a leader is elected.
    package var mayPass: Bool {
        switch self {
        case .request(let error): error != .closed
        case .refused(let code, _, _): code >= 500
        case .unreadable, .after: true
        }
    }

    /// Numbers of reasons (`errors.json` of nats-server).
    enum Number {
        static let streamNotFound = 10059
        static let messageNotFound = 10037
        /// The subject's last message is not the expected one.
        static let wrongLastSequence = 10071
        /// The same while another message for the subject is being decided.
        static let wrongLastSequenceUndecided = 10164
        /// The leader does not know yet what the last message is.
        static let lastSequenceNotReady = 10163
        /// A message with the same id is being decided.
        static let duplicateUndecided = 10158
        static let messageTooLong = 10054
        static let noResources = 10023
        static let noStorage = 10047
        static let storeFailed = 10077
    }
}
