// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
import Foundation
import JSON

/// Follows a stream: the last message of each subject, then every message, each once and in order.
///
/// It begins anew after the last message that it has whenever one is missing or the server is silent: as
/// when a node dies, the connection moves, or messages were dropped since the owner did not take them.
package final class OrderedConsumer: Sendable {
    /// What is delivered, on the thread of the connection's owner.
    package enum Event: Sendable, Hashable {
        /// The server delivers now; `pending` messages are stored and not delivered yet.
        case started(pending: Int)
        /// A message; `pending` are stored after it and not delivered yet.
        case message(StoredMessage, pending: Int)
    }

    /// Seconds between signs of life of the server, and how many may be missed.
    private static let heartbeat = (seconds: 1, missed: 2.5)

    private let jetStream: JetStream
    private let stream: String
    private let filter: String
    private let isDirect: Bool
    private let receive: @Sendable (Event) -> Void
    private let watching = DispatchQueue(label: "nats-consumer")
    private let lock = NSLock()
    nonisolated(unsafe) private var state: State

    private struct State {
        /// The sequence of the last message that was delivered; nil before the first.
        var last: Int?
        /// The number of the last message of the consumer that the server keeps now.
        var delivered = 0
        /// Tells that consumer from those before.
        var generation = 0
        var subscription: NATSSubscription?
        var observed = DispatchTime.now()
        var isStopped = false
    }

    /// Begins to follow.
    ///
    /// - Parameters:
    ///   - filter: the subjects, with wildcards.
    ///   - sequence: the message after which to begin; nil begins with the last of each subject.
    ///   - isDirect: messages are delivered on libnats' thread; see ``NATSConnection/subscribe``.
    package init(
        _ jetStream: JetStream, stream: String, filter: String, after sequence: Int? = nil,
        isDirect: Bool = false,
        receive: @escaping @Sendable (Event) -> Void
    ) {
        self.jetStream = jetStream
        self.stream = stream
        self.filter = filter
        self.isDirect = isDirect
        self.receive = receive
        unsafe state = State(last: sequence)
        watching.async { self.begin() }
        watch()
    }

    /// Ends following: nothing is delivered once this returns on the owner's thread, or, where messages are taken
    /// directly, at most one that has just arrived.
    package func stop() {
        let subscription = lock.withLock {
            unsafe state.isStopped = true
            defer { unsafe state.subscription = nil }
            return unsafe state.subscription
        }
        // The server forgets a consumer without a subscriber after 5 seconds.
        subscription?.cancel()
    }

    // MARK: Beginning

    private func watch() {
        watching.asyncAfter(deadline: .now() + .milliseconds(250)) { [weak self] in
            guard let self, lock.withLock({ unsafe !self.state.isStopped }) else { return }
            let silence = lock.withLock {
                unsafe Double(
                    DispatchTime.now().uptimeNanoseconds - state.observed.uptimeNanoseconds)
            }
            if silence / 1e9 > Double(Self.heartbeat.seconds) * Self.heartbeat.missed { begin() }
            watch()
        }
    }

    /// Has the server make a consumer after the last message, in place of the one before.
    private func begin() {
        let inbox = jetStream.connection.makeInbox()
        let (generation, last, isStopped) = lock.withLock {
            unsafe state.generation += 1
            unsafe state.delivered = 0
            unsafe state.observed = .now()
            return unsafe (state.generation, state.last, state.isStopped)
        }
        guard !isStopped,
            let subscription = try? jetStream.connection.subscribe(
                inbox, isDirect: isDirect,
                receive: { [weak self] message in self?.take(message, generation) })
        else { return }
        let before = lock.withLock {
            // Another beginning may have overtaken this one.
            guard unsafe state.generation == generation, unsafe !state.isStopped else {
                return subscription as NATSSubscription?
            }
            defer { unsafe state.subscription = subscription }
            return unsafe state.subscription
        }
        before?.cancel()
        let name = inbox.replacing(".", with: "-")
        jetStream.connection.request(
            "$JS.API.CONSUMER.CREATE.\(stream).\(name)",
            payload: settings(name: name, inbox: inbox, after: last), seconds: jetStream.seconds
        ) { [weak self] result in
            guard let self, lock.withLock({ unsafe self.state.generation == generation }) else {
                return
            }
            guard let message = try? result.get(), let answer = try? JetStream.read(message) else {
                // The watch tries again when it next looks.
                lock.withLock { unsafe self.state.observed = DispatchTime(uptimeNanoseconds: 1) }
                return
            }
            guard lock.withLock({ unsafe !self.state.isStopped }) else { return }
            let delivered = answer["delivered"]?.object?["consumer_seq"]?.whole ?? 0
            receive(.started(pending: delivered + (answer["num_pending"]?.whole ?? 0)))
        }
    }

    private func settings(name: String, inbox: String, after last: Int?) -> [UInt8] {
        var body = JSONWriter(capacity: 512)
        body.object { body in
            body.member("stream_name", stream)
            body.name("config" as StaticString)
            body.object { body in
                body.member("name", name)
                body.member("deliver_subject", inbox)
                if let last {
                    body.member("deliver_policy", "by_start_sequence")
                    body.member("opt_start_seq", last + 1)
                } else {
                    body.member("deliver_policy", "last_per_subject")
                }
                body.name("filter_subjects" as StaticString)
                body.array { $0.string(filter) }
                body.member("ack_policy", "none")
                body.member("max_deliver", 1)
                body.member("replay_policy", "instant")
                body.member("idle_heartbeat", Self.heartbeat.seconds * 1_000_000_000)
                body.member("flow_control", true)
                body.member("inactive_threshold", 5_000_000_000)
                body.member("mem_storage", true)
                body.member("num_replicas", 1)
            }
        }
        return body.bytes
    }

    // MARK: Messages

    /// On the owner's thread, or libnats' where that is wanted.
    private func take(_ message: NATSMessage, _ generation: Int) {
        if message.status != nil {
            takeHeartbeat(message, generation)
            return
        }
        guard let place = Place(message.reply ?? "") else { return }
        let isNext: Bool? = lock.withLock {
            guard unsafe state.generation == generation, unsafe !state.isStopped else { return nil }
            guard unsafe place.delivered == state.delivered + 1 else { return false }
            unsafe state.delivered = place.delivered
            unsafe state.last = place.sequence
            unsafe state.observed = .now()
            return true
        }
        if isNext == false { watching.async { self.begin(ifStill: generation) } }
        guard isNext == true else { return }
        receive(
            .message(
                StoredMessage(
                    subject: message.subject, sequence: place.sequence, headers: message.headers,
                    payload: message.payload), pending: place.pending))
    }

    private func takeHeartbeat(_ message: NATSMessage, _ generation: Int) {
        // The server waits for an answer before it sends more than the owner takes.
        if let reply = message.reply ?? message.headers["Nats-Consumer-Stalled"] {
            jetStream.connection.publish(NATSMessage(subject: reply))
        }
        let isComplete = lock.withLock {
            guard unsafe state.generation == generation else { return true }
            unsafe state.observed = .now()
            guard let sent = message.headers["Nats-Last-Consumer"].flatMap({ Int($0) }) else {
                return true
            }
            return unsafe sent == state.delivered
        }
        if !isComplete { watching.async { self.begin(ifStill: generation) } }
    }

    private func begin(ifStill generation: Int) {
        if lock.withLock({ unsafe state.generation == generation }) { begin() }
    }

    /// Where a message stands, as the subject for its acknowledgement tells:
    /// `$JS.ACK.STREAM.CONSUMER.1.SEQUENCE.DELIVERED.TIME.PENDING`, with two tokens more after `$JS.ACK`
    /// from servers of a domain.
    private struct Place {
        let sequence: Int
        let delivered: Int
        let pending: Int

        init?(_ subject: String) {
            let tokens = subject.utf8.split(separator: UInt8(ascii: ".")).map { Substring($0) }
            guard tokens.count == 9 || tokens.count >= 11, tokens[1] == "ACK" else { return nil }
            let first = tokens.count == 9 ? 5 : 7
            guard let sequence = Int(tokens[first]), let delivered = Int(tokens[first + 1]),
                let pending = Int(tokens[first + 3])
            else { return nil }
            (self.sequence, self.delivered, self.pending) = (sequence, delivered, pending)
        }
    }
}
