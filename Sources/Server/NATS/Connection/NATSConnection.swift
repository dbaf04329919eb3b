// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
/// A connection to one of several NATS servers, which moves to another when that one is gone.
///
/// From any thread. Whatever it calls back is called on the owner's thread, in the order in which it
/// came; nothing that it does waits for the network on the caller's thread. The documentation of the
/// target tells what an answer proves.
package final class NATSConnection: Sendable {
    /// Runs a closure on the owner's thread, in the order of the calls, and never before it returns.
    package typealias Executor = @Sendable (@escaping @Sendable () -> Void) -> Void

    /// How often a login with a credentials file is tried before it counts as refused: see the documentation
    /// of the target.
    private static let logins = 3

    let core: ConnectionCore
    let outgoing: OutgoingQueue
    /// That of its configuration.
    let requestSeconds: Double

    private init(core: ConnectionCore, outgoing: OutgoingQueue, requestSeconds: Double) {
        self.core = core
        self.outgoing = outgoing
        self.requestSeconds = requestSeconds
    }

    deinit {
        outgoing.destroy {}
    }

    /// Connects to one of the servers; waits for `connectSeconds` of each at most.
    ///
    /// From then on the connection comes back by itself until it is closed.
    /// - Parameters:
    ///   - execute: Hands work to the owner's thread.
    ///   - events: Called there with what becomes of the connection.
    package static func connect(
        _ configuration: NATSConfiguration, execute: @escaping Executor,
        events: @escaping @Sendable (NATSEvent) -> Void
    ) async throws(NATSError) -> NATSConnection {
        for _ in 1..<logins {
            let result = await open(configuration, execute: execute, events: events)
            guard case .failure(.refused) = result, configuration.credentials != nil else {
                return try result.get()
            }
        }
        return try await open(configuration, execute: execute, events: events).get()
    }

    private static func open(
        _ configuration: NATSConfiguration, execute: @escaping Executor,
        events: @escaping @Sendable (NATSEvent) -> Void
    ) async -> Result<NATSConnection, NATSError> {
        let core = ConnectionCore(
            DeliveryQueue(maximumBytes: configuration.maximumQueuedBytes, execute: execute),
            events: events)
        let outgoing = OutgoingQueue(core: core, maximumBytes: configuration.maximumQueuedBytes)
        let result: Result<Void, NATSError> = await withCheckedContinuation { continuation in
            outgoing.open(configuration) { continuation.resume(returning: $0) }
        }
        return result.map {
            NATSConnection(
                core: core, outgoing: outgoing, requestSeconds: configuration.requestSeconds)
        }
    }

    // MARK: Requests

    /// Sends a request; calls `done` once, with its first answer or an error.
    ///
    /// - Parameter seconds: for how long an answer is waited for.
    package func request(
        _ subject: String, headers: NATSHeaders = [:], payload: [UInt8] = [], seconds: Double,
        done: @escaping @Sendable (Result<NATSMessage, RequestError>) -> Void
    ) {
        send(NATSMessage(subject: subject, headers: headers, payload: payload), .one(done), seconds)
    }

    /// Sends a request; calls `done` once, with all answers as far as one that has a status, which is
    /// the last of them, or with an error.
    package func requestBatch(
        _ subject: String, headers: NATSHeaders = [:], payload: [UInt8] = [], seconds: Double,
        done: @escaping @Sendable (Result<[NATSMessage], RequestError>) -> Void
    ) {
        send(NATSMessage(subject: subject, headers: headers, payload: payload), .all(done), seconds)
    }

    /// Sends a request; calls `done` once, with all answers that came within `seconds`, or an error.
    package func survey(
        _ subject: String, payload: [UInt8] = [], seconds: Double,
        done: @escaping @Sendable (Result<[NATSMessage], RequestError>) -> Void
    ) {
        send(NATSMessage(subject: subject, payload: payload), .window(done), seconds)
    }

    /// Sends a request and waits for its first answer.
    package func request(
        _ subject: String, headers: NATSHeaders = [:], payload: [UInt8] = [], seconds: Double
    ) async throws(RequestError) -> NATSMessage {
        try await withCheckedContinuation { continuation in
            request(subject, headers: headers, payload: payload, seconds: seconds) {
                continuation.resume(returning: $0)
            }
        }.get()
    }

    /// Sends a request and waits for all answers as far as one that has a status.
    package func requestBatch(
        _ subject: String, headers: NATSHeaders = [:], payload: [UInt8] = [], seconds: Double
    ) async throws(RequestError) -> [NATSMessage] {
        try await withCheckedContinuation { continuation in
            requestBatch(subject, headers: headers, payload: payload, seconds: seconds) {
                continuation.resume(returning: $0)
            }
        }.get()
    }

    /// Sends a request and waits for all answers that come within `seconds`.
    package func survey(
        _ subject: String, payload: [UInt8] = [], seconds: Double
    ) async throws(RequestError) -> [NATSMessage] {
        try await withCheckedContinuation { continuation in
            survey(subject, payload: payload, seconds: seconds) {
                continuation.resume(returning: $0)
            }
        }.get()
    }

    private func send(_ message: NATSMessage, _ completion: RequestCompletion, _ seconds: Double) {
        switch core.add(completion, seconds: seconds) {
        case .success(let number):
            guard outgoing.add(message, request: number) else {
                core.fail(number, .notSent("too much waits to be sent"))
                return
            }
        case .failure(let error):
            core.deliveries.add([completion.finished(with: error)])
        }
    }

    // MARK: Messages

    /// Sends a message that is not acknowledged; it is lost while the connection is broken.
    ///
    /// - Returns: False where too much waits to be sent, and the message was dropped.
    @discardableResult
    package func publish(_ message: NATSMessage) -> Bool {
        outgoing.add(message, request: nil)
    }

    /// Subscribes to a subject, which may have wildcards; `receive` is called with each message.
    ///
    /// Whatever is sent by this connection afterwards is sent after the subscription.
    /// - Parameters:
    ///   - group: Of the subscribers of a group, one gets each message.
    ///   - isDirect: `receive` is called on libnats' thread, in place of the owner's: for what takes no
    ///     time. It may still be called when the subscription has just ended.
    /// - Returns: The subscription, which ends when it is let go.
    /// - Throws: `NATSError.badSetting` for a subject that is none.
    package func subscribe(
        _ subject: String, group: String? = nil, isDirect: Bool = false,
        receive: @escaping @Sendable (NATSMessage) -> Void
    ) throws(NATSError) -> NATSSubscription {
        let isGood =
            !subject.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
            && subject.split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty }
        guard isGood else { throw .badSetting("'\(subject)' is no subject to subscribe to") }
        let subscriber = Subscriber(
            core, subject: subject, group: group, isDirect: isDirect, receive: receive)
        outgoing.subscribe(subscriber)
        return NATSSubscription(subscriber, outgoing: outgoing)
    }

    /// A subject below which this connection alone gets messages.
    package func makeInbox() -> String { OutgoingQueue.makeInbox() }

    // MARK: State

    /// The most bytes of a message's headers and payload, as the server says that it is connected to.
    package var maximumPayload: Int { outgoing.maximumPayload }

    /// How many requests wait for an answer.
    package var requestsUnderWay: Int { core.requestsUnderWay }

    /// Moves to the next server: this one answers, but does not do what is asked.
    ///
    /// Requests under way end with `disconnected`.
    package func moveOn() { outgoing.moveOn() }

    // MARK: The end

    /// Waits for the requests under way, while new ones are refused, and closes the connection.
    package func drain() async {
        await withCheckedContinuation { continuation in
            core.drain { continuation.resume() }
        }
        await close()
    }

    /// Closes the connection, after what waits to be sent; requests under way end with `closed`.
    ///
    /// When it returns, libnats calls back no more.
    package func close() async {
        core.refuse()
        await withCheckedContinuation { continuation in
            outgoing.destroy { continuation.resume() }
        }
        await withCheckedContinuation { continuation in
            core.whenClosed { continuation.resume() }
        }
    }
}
