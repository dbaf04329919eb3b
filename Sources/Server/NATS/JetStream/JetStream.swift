import JSON

/// Requests of JetStream, the store of NATS, over one connection.
///
/// A value without state: any number may use a connection. Requests wait for `seconds`.
package struct JetStream: StreamClient {
    package let connection: NATSConnection
    /// Seconds for which an answer is waited for.
    package var seconds: Double

    /// - Parameter seconds: nil for those of the connection's configuration.
    package init(_ connection: NATSConnection, seconds: Double? = nil) {
        self.connection = connection
        self.seconds = seconds ?? connection.requestSeconds
    }

    // MARK: Account and streams

    /// Tells what the account may use; fails as long as JetStream has no leader.
    package func account() async throws(JetStreamError) -> JetStreamAccount {
        let answer = try await ask("INFO", nil)
        guard let level = answer["api"]?.object?["level"]?.whole,
            let streams = answer["streams"]?.whole
        else { throw .unreadable("an account") }
        return JetStreamAccount(apiLevel: level, streams: streams)
    }

    package func stream(_ name: String) async throws(JetStreamError) -> StreamInfo? {
        do throws(JetStreamError) {
            return try StreamInfo(await ask("STREAM.INFO.\(name)", nil))
        } catch .refused(_, JetStreamError.Number.streamNotFound, _) {
            return nil
        }
    }

    package func subjects(
        of filter: String, in stream: String
    ) async throws(JetStreamError) -> [String] {
        var found: [String] = []
        while true {
            var body = JSONWriter(capacity: 128)
            body.object { body in
                body.member("subjects_filter", filter)
                body.member("offset", found.count)
            }
            let answer = try await ask("STREAM.INFO.\(stream)", body.bytes)
            let page = answer["state"]?.object?["subjects"]?.object?.members.map(\.name) ?? []
            found += page
            guard let total = answer["total"]?.whole, found.count < total, !page.isEmpty else {
                return found
            }
        }
    }

    package func isEmpty(
        _ subject: String, of stream: String, at sequence: Int
    ) async throws(JetStreamError) -> Bool {
        var body = JSONWriter(capacity: 128)
        body.object { $0.member("subjects_filter", subject) }
        let state = try await ask("STREAM.INFO.\(stream)", body.bytes)["state"]?.object
        guard let last = state?["last_seq"]?.whole else { throw .unreadable("a stream") }
        return last >= sequence && state?["subjects"]?.object?.members.isEmpty ?? true
    }

    package func create(_ settings: StreamSettings) async throws(JetStreamError) -> StreamInfo {
        try StreamInfo(await ask("STREAM.CREATE.\(settings.name)", settings.json))
    }

    /// Changes a stream's settings to these, all of them.
    package func update(_ settings: StreamSettings) async throws(JetStreamError) -> StreamInfo {
        try StreamInfo(await ask("STREAM.UPDATE.\(settings.name)", settings.json))
    }

    package func purge(
        _ stream: String, filter: String, below sequence: Int
    ) async throws(JetStreamError) -> Int {
        var body = JSONWriter(capacity: 128)
        body.object { body in
            body.member("filter", filter)
            body.member("seq", sequence)
        }
        let answer = try await ask("STREAM.PURGE.\(stream)", body.bytes)
        guard let purged = answer["purged"]?.whole else {
            throw .unreadable("an answer to a purge")
        }
        return purged
    }

    package func follow(
        _ stream: String, filter: String, after sequence: Int,
        receive: @escaping @Sendable (StoredMessage) -> Void
    ) -> @Sendable () -> Void {
        let consumer = OrderedConsumer(
            self, stream: stream, filter: filter, after: sequence, isDirect: true
        ) { event in
            if case .message(let message, _) = event { receive(message) }
        }
        return { consumer.stop() }
    }

    package func moveOn() { connection.moveOn() }

    package func close() async { await connection.drain() }

    // MARK: Requests

    /// Sends a request of JetStream's interface, and reads its answer.
    func ask(_ name: String, _ body: [UInt8]?) async throws(JetStreamError) -> JSONObject {
        let message: NATSMessage
        do throws(RequestError) {
            message = try await connection.request(
                "$JS.API.\(name)", payload: body ?? [], seconds: seconds)
        } catch {
            throw .request(error)
        }
        return try Self.read(message)
    }

    /// The object of an answer; throws the error in it.
    static func read(_ message: NATSMessage) throws(JetStreamError) -> JSONObject {
        // Figures beyond 2^53 are outside the limits of the protocol, and none that is read here.
        guard
            let document = try? JSONReader.parse(
                message.payload, maximumDepth: JSONReader.ownDepth),
            let object = document.value.object
        else { throw .unreadable("an answer") }
        if let error = object["error"]?.object {
            throw .refused(
                code: error["code"]?.whole ?? 0, number: error["err_code"]?.whole ?? 0,
                error["description"]?.string ?? "")
        }
        return object
    }
}

/// What JetStream says of an account.
package struct JetStreamAccount: Sendable, Hashable {
    /// The version of JetStream's interface.
    package let apiLevel: Int
    package let streams: Int
}
