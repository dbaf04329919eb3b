import NATS

/// The bus of a cluster's servers: plain messages of NATS, below the prefix of the cluster.
struct JetStreamBus: MessageBus {
    let server: String
    let prefix: String
    let connection: NATSConnection

    func publish(_ payload: [UInt8], to subject: String) {
        connection.publish(NATSMessage(subject: "\(prefix).\(subject)", payload: payload))
    }

    func subscribe(
        _ subject: String, receive: @escaping @Sendable (BusMessage) -> Void
    ) -> @Sendable () -> Void {
        let start = prefix.utf8.count + 1
        let subscription = try? connection.subscribe("\(prefix).\(subject)") { message in
            receive(
                BusMessage(
                    subject: String(decoding: message.subject.utf8.dropFirst(start), as: UTF8.self),
                    payload: message.payload, reply: message.reply))
        }
        return { subscription?.cancel() }
    }

    func request(
        _ payload: [UInt8], of subject: String, seconds: Double,
        done: @escaping @Sendable (Result<[UInt8], BusError>) -> Void
    ) {
        connection.request("\(prefix).\(subject)", payload: payload, seconds: seconds) { result in
            done(result.map(\.payload).mapError(BusError.init))
        }
    }

    func answer(_ message: BusMessage, with payload: [UInt8]) {
        guard let reply = message.reply else { return }
        connection.publish(NATSMessage(subject: reply, payload: payload))
    }
}

extension BusError {
    fileprivate init(_ error: RequestError) {
        self =
            switch error {
            case .noResponders: .noResponders
            case .notSent: .notSent
            case .timedOut, .disconnected, .closed: .silent
            }
    }
}
