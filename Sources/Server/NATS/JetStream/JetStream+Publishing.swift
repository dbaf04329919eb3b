// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
import JSON

/// What became of an append to a stream.
package enum PublishOutcome: Hashable, Sendable {
    /// It is stored at `sequence`; `isDuplicate` where an earlier attempt with the same id was.
    case stored(sequence: Int, isDuplicate: Bool)

    /// The subject's last message is another than the expected one: at `last`, where the server says so.
    ///
    /// It may be this very message, of an earlier attempt: the expectation is compared before the id. And
    /// a leader that was deposed may name a message that is not the last one: a caller that has read a later
    /// one does not believe it.
    case conflict(last: Int?)

    /// It may be stored, now or later. It has to be tried again with the same expectation and id until
    /// it is stored, or another message is read in its place. The text is for the log.
    case unknown(String)

    /// It is not stored by this attempt, nor ever will be; another attempt may be, earlier or later. To be
    /// tried again like `unknown`.
    case notStored(String)

    /// The server does not take such a message, or has no room; it is not stored. The text is for the
    /// log.
    case refused(String)
}

extension JetStream {
    package func publish(
        _ payload: [UInt8], to subject: String, expected: Int?, id: String?, headers: NATSHeaders,
        done: @escaping @Sendable (PublishOutcome) -> Void
    ) {
        var headers = headers
        if let expected { headers["Nats-Expected-Last-Subject-Sequence"] = String(expected) }
        if let id { headers["Nats-Msg-Id"] = id }
        connection.request(subject, headers: headers, payload: payload, seconds: seconds) {
            result in
            done(PublishOutcome(result))
        }
    }
}

extension PublishOutcome {
    init(_ result: Result<NATSMessage, RequestError>) {
        let message: NATSMessage
        switch result {
        case .failure(let error):
            self = error.isCertain ? .notStored("\(error)") : .unknown("\(error)")
            return
        case .success(let answer): message = answer
        }
        do throws(JetStreamError) {
            let answer = try JetStream.read(message)
            guard let sequence = answer["seq"]?.whole, sequence > 0 else {
                throw .unreadable("an acknowledgement")
            }
            self = .stored(sequence: sequence, isDuplicate: answer["duplicate"] == .bool(true))
        } catch {
            self = PublishOutcome(error)
        }
    }

    private init(_ error: JetStreamError) {
        guard case .refused(let code, let number, let text) = error else {
            self = .unknown("\(error)")
            return
        }
        switch number {
        case JetStreamError.Number.wrongLastSequence:
            self = .conflict(last: text.split(separator: " ").last.flatMap { Int($0) })
        case JetStreamError.Number.wrongLastSequenceUndecided,
            JetStreamError.Number.lastSequenceNotReady:
            // An earlier attempt may be what is being decided.
            self = .notStored("\(error)")
        case JetStreamError.Number.duplicateUndecided: self = .unknown("\(error)")
        case JetStreamError.Number.messageTooLong, JetStreamError.Number.noResources,
            JetStreamError.Number.noStorage:
            self = .refused("\(error)")
        case JetStreamError.Number.storeFailed where text.contains("maximum"):
            self = .refused("\(error)")
        default:
            self = 400..<500 ~= code ? .refused("\(error)") : .unknown("\(error)")
        }
    }
}
