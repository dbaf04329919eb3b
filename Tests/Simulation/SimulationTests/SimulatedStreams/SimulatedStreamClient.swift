import Foundation

@testable import NATS
@testable import ServerTesting

/// A server's connection to the streams of a simulation.
final class SimulatedStreamClient: StreamClient {
    private struct State: Sendable {
        /// What ends each request under way without an answer.
        var requests: [Int: @Sendable (RequestError) -> Void] = [:]
        var numbers = 0
        var isClosed = false
    }

    /// Seconds for which an answer is waited for.
    private static let patience = 3.0

    private let server: String
    private let streams: SimulatedStreams
    private let time: SimulatedTime
    private let trace: Trace
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state = State()

    init(of server: String, to streams: SimulatedStreams, in time: SimulatedTime, _ trace: Trace) {
        self.server = server
        self.streams = streams
        self.time = time
        self.trace = trace
    }

    private func with<Value>(_ body: (inout State) -> Value) -> Value {
        lock.withLock { unsafe body(&state) }
    }

    // MARK: Requests

    /// The connection broke: what is under way is answered by nobody.
    func disconnect() { fail(.disconnected) }

    /// Its server is gone.
    func end() {
        with { $0.isClosed = true }
        fail(.closed)
    }

    private func fail(_ error: RequestError) {
        let requests = with { state in
            defer { state.requests = [:] }
            return state.requests.sorted { $0.key < $1.key }.map(\.value)
        }
        for request in requests { request(error) }
    }

    private func fail(_ number: Int, _ error: RequestError) {
        with { $0.requests.removeValue(forKey: number) }?(error)
    }

    private func send<Value: Sendable>(
        write: String?, _ arrive: @escaping @Sendable () -> SimulatedStreams.Reply<Value>,
        done: @escaping @Sendable (Result<Value, JetStreamError>) -> Void
    ) {
        let (number, isClosed) = with { state in
            state.numbers += 1
            state.requests[state.numbers] = { done(.failure(.request($0))) }
            return (state.numbers, state.isClosed)
        }
        guard !isClosed, !streams.isCut(server) else {
            return time.after(0.001) {
                self.fail(number, isClosed ? .closed : .notSent("not connected"))
            }
        }
        time.after(Self.patience) { self.fail(number, .timedOut) }
        switch streams.fate(isWrite: write != nil) {
        case .lost: break
        case .arrives(let seconds): deliver(number, in: seconds, true, write, arrive, done)
        case .unanswered(let seconds): deliver(number, in: seconds, false, write, arrive, done)
        }
    }

    private func deliver<Value: Sendable>(
        _ number: Int, in seconds: Double, _ isAnswered: Bool, _ write: String?,
        _ arrive: @escaping @Sendable () -> SimulatedStreams.Reply<Value>,
        _ done: @escaping @Sendable (Result<Value, JetStreamError>) -> Void
    ) {
        if write != nil { streams.noteWrite(true) }
        time.after(seconds) { [self] in
            let reply = arrive()
            if let write {
                streams.noteWrite(false)
                trace.note("\(server) \(write): \(reply)")
            }
            guard isAnswered else { return }
            time.after(streams.delay) { [self] in
                guard !streams.isCut(server) else { return }
                switch reply {
                case .silence: break
                case .noResponders: fail(number, .noResponders)
                case .answer(let answer):
                    if with({ $0.requests.removeValue(forKey: number) }) != nil { done(answer) }
                }
            }
        }
    }

    private func ask<Value: Sendable>(
        write: String? = nil, _ arrive: @escaping @Sendable () -> SimulatedStreams.Reply<Value>
    ) async throws(JetStreamError) -> Value {
        let answer = await withCheckedContinuation { continuation in
            send(write: write, arrive) { continuation.resume(returning: $0) }
        }
        return try answer.get()
    }

    private func read<Value: Sendable>(
        _ stream: String, of answerer: SimulatedStreams.Answerer,
        _ read: @escaping @Sendable (SimulatedStream, Double) -> Value
    ) async throws(JetStreamError) -> Value {
        try await ask { [streams] in streams.read(stream, of: answerer) { .success(read($0, $1)) } }
    }

    // MARK: StreamClient

    func stream(_ name: String) async throws(JetStreamError) -> StreamInfo? {
        try await ask { [streams] in
            streams.read(name, of: .leader) { stream, moment in
                Result { () throws(JetStreamError) in try stream.info(at: moment) }
            }
        }
    }

    func subjects(of filter: String, in stream: String) async throws(JetStreamError) -> [String] {
        try await read(stream, of: .leader) { $0.subjects(of: filter, at: $1) }
    }

    func isEmpty(
        _ subject: String, of stream: String, at sequence: Int
    ) async throws(JetStreamError) -> Bool {
        try await read(stream, of: .leader) {
            $0.last(at: $1) >= sequence && $0.last(of: subject, at: $1) == nil
        }
    }

    func create(_ settings: StreamSettings) async throws(JetStreamError) -> StreamInfo {
        guard let info = try await stream(settings.name) else {
            throw .refused(code: 400, number: 0, "the streams of a simulation are there")
        }
        return info
    }

    func purge(
        _ stream: String, filter: String, below sequence: Int
    ) async throws(JetStreamError) -> Int {
        try await ask(write: "purges \(filter) below \(sequence)") { [streams] in
            streams.purge(stream, filter: filter, below: sequence)
        }
    }

    func publish(
        _ payload: [UInt8], to subject: String, expected: Int?, id: String?, headers: NATSHeaders,
        done: @escaping @Sendable (PublishOutcome) -> Void
    ) {
        guard let stream = streams.name(for: subject) else { return done(.notStored("no stream")) }
        send(write: "stores \(subject) after \(expected.map(String.init) ?? "anything")") {
            [streams] in
            streams.append(
                payload, to: subject, expected: expected, id: id, headers: headers, in: stream)
        } done: { answer in
            switch answer {
            case .success(let outcome): done(outcome)
            case .failure(.request(let error)) where error.isCertain: done(.notStored("\(error)"))
            case .failure(let error): done(.unknown("\(error)"))
            }
        }
    }

    func lastMessage(
        of subject: String, in stream: String
    ) async throws(JetStreamError) -> StoredMessage? {
        try await read(stream, of: .leader) { $0.last(of: subject, at: $1) }
    }

    func lastMessageOfAnyNode(
        of subject: String, in stream: String
    ) async throws(JetStreamError) -> StoredMessage? {
        try await read(stream, of: .anyNode) { $0.last(of: subject, at: $1) }
    }

    func nextMessageOfLeader(
        of subject: String, from sequence: Int, in stream: String
    ) async throws(JetStreamError) -> StoredMessage? {
        try await read(stream, of: .leader) {
            $0.messages(of: subject, from: sequence, at: $1).first { _ in true }
        }
    }

    func nextMessage(
        of subject: String, from sequence: Int, in stream: String
    ) async throws(JetStreamError) -> StoredMessage? {
        try await read(stream, of: .anyNode) {
            $0.messages(of: subject, from: sequence, at: $1).first { _ in true }
        }
    }

    func messages(
        of subject: String, from sequence: Int, in stream: String, limit: Int, maximumBytes: Int
    ) async throws(JetStreamError) -> StoredBatch {
        try await read(stream, of: .anyNode) { stream, moment in
            let found = stream.messages(of: subject, from: sequence, at: moment)
            return Self.batch(
                found, limit: limit, maximumBytes: maximumBytes, upTo: stream.last(at: moment))
        }
    }

    func lastMessages(
        of subjects: [String], in stream: String, maximumBytes: Int
    ) async throws(JetStreamError) -> StoredBatch {
        try await read(stream, of: .anyNode) { stream, moment in
            let names = subjects.flatMap { stream.subjects(of: $0, at: moment) }
            return Self.batch(
                names.compactMap { stream.last(of: $0, at: moment) }, limit: .max,
                maximumBytes: maximumBytes, upTo: stream.last(at: moment))
        }
    }

    private static func batch(
        _ found: some Sequence<StoredMessage>, limit: Int, maximumBytes: Int, upTo last: Int
    ) -> StoredBatch {
        var batch = StoredBatch(messages: [], isMore: false, upTo: last)
        var bytes = 0
        for message in found {
            bytes += message.payload.count
            batch.isMore =
                batch.messages.count == limit || (bytes > maximumBytes && !batch.messages.isEmpty)
            guard !batch.isMore else { break }
            batch.messages.append(message)
        }
        return batch
    }

    func follow(
        _ stream: String, filter: String, after sequence: Int,
        receive: @escaping @Sendable (StoredMessage) -> Void
    ) -> @Sendable () -> Void {
        streams.follow(stream, filter: filter, after: sequence, by: server, receive: receive)
    }

    func moveOn() { disconnect() }

    func close() async { end() }
}
