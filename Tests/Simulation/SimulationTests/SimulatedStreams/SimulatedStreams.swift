import Foundation
import ListJournal

@testable import NATS
@testable import ServerTesting

/// The streams of a cluster that the servers of a simulation share, and what goes wrong with them.
///
/// Three nodes lead the streams in turn. Requests and answers get lost, or come late; while a node is
/// down, nobody leads its streams, and later it still answers as if it did.
final class SimulatedStreams: Sendable {
    /// Who answers a request.
    enum Answerer: Sendable {
        case anyNode
        case leader
    }

    /// What becomes of a request.
    enum Fate: Sendable {
        /// It arrives after so many seconds.
        case arrives(Double)
        /// The same, and the answer gets lost.
        case unanswered(Double)
        case lost
    }

    /// An answer, or why there is none.
    enum Reply<Value: Sendable>: Sendable {
        case answer(Result<Value, JetStreamError>)
        case noResponders
        case silence
    }

    static let nodes = 3

    /// What a real node says.
    private static let fullText = "JetStream refused: maximum bytes exceeded (10077)"

    private struct Follower: Sendable {
        let number: Int
        let server: String
        let stream: String
        let filter: String
        let receive: @Sendable (StoredMessage) -> Void
        /// The last sequence that it was notified of, and when it is notified of the next.
        var cursor: Int
        var due = 0.0
    }

    private struct State: Sendable {
        var streams: [String: SimulatedStream] = [:]
        var names: [String] = []
        /// When each node went down, and when another one is elected.
        var downs: [Int: (began: Double, ends: Double)] = [:]
        var isFull = false
        var lag: Double?
        var isFaulty = false
        var cut: Set<String> = []
        var followers: [Follower] = []
        var numbers = 0
        /// Messages under way that may be stored.
        var writes = 0
    }

    private let time: SimulatedTime
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state = State()

    init(_ layout: StreamLayout, in time: SimulatedTime) {
        self.time = time
        with { state in
            for settings in layout.streams(replicas: 3, maximumBytes: nil) {
                state.streams[settings.name] = SimulatedStream(settings)
                state.names.append(settings.name)
            }
        }
    }

    private func with<Value>(_ body: (inout State) -> Value) -> Value {
        lock.withLock { unsafe body(&state) }
    }

    // MARK: Faults

    /// Whether requests and answers get lost from here on, or come late.
    func setFaulty(_ isFaulty: Bool) { with { $0.isFaulty = isFaulty } }

    /// Whether there is no room for messages from here on.
    func setFull(_ isFull: Bool) { with { $0.isFull = isFull } }

    /// A node is down: another one leads its streams after so many seconds.
    func halt(_ node: Int, for seconds: Double) {
        with { $0.downs[node] = (time.now, time.now + seconds) }
    }

    /// From here on a server reaches no node.
    func cut(_ server: String) { with { _ = $0.cut.insert(server) } }

    /// The server is connected again.
    func mend(_ server: String) {
        with { _ = $0.cut.remove(server) }
        for number in with({ $0.followers.filter { $0.server == server }.map(\.number) }) {
            deliver(number)
        }
    }

    func isCut(_ server: String) -> Bool { with { $0.cut.contains(server) } }

    /// Whether a message may still be stored.
    var isWriting: Bool { with { $0.writes > 0 } }

    /// The name of the stream that keeps the messages of a subject.
    func name(for subject: String) -> String? {
        with { state in state.names.first { state.streams[$0]?.takes(subject) ?? false } }
    }

    // MARK: Requests

    /// Seconds of a request or an answer.
    var delay: Double { time.seconds(0.000_2...0.003) }

    func fate(isWrite: Bool) -> Fate {
        let delay = delay
        guard with({ $0.isFaulty }) else { return .arrives(delay) }
        switch time.random({ Int.random(in: 0..<100, using: &$0) }) {
        case 0, 1: return .lost
        case 2, 3: return .unanswered(delay)
        case 4,
            5 where isWrite:
            return .unanswered(time.seconds(5...30))
        default: return .arrives(delay)
        }
    }

    /// A message is under way that may be stored, or no more.
    func noteWrite(_ isUnderWay: Bool) { with { $0.writes += isUnderWay ? 1 : -1 } }

    /// Reads a stream.
    ///
    /// - Parameter read: Called with the moment as of which whoever answers knows the stream.
    func read<Value: Sendable>(
        _ name: String, of answerer: Answerer,
        _ read: (SimulatedStream, Double) -> Result<Value, JetStreamError>
    ) -> Reply<Value> {
        guard let stream = with({ $0.streams[name] }) else { return .noResponders }
        switch answerer {
        case .anyNode: return .answer(read(stream, time.now - lag))
        case .leader:
            switch leader(of: name) {
            case .up: return .answer(read(stream, time.now))
            case .deposed(let since): return .answer(read(stream, since))
            case .none: return time.isTrue(oneIn: 2) ? .noResponders : .silence
            }
        }
    }

    /// Stores a message.
    func append(
        _ payload: [UInt8], to subject: String, expected: Int?, id: String?, headers: NATSHeaders,
        in name: String
    ) -> Reply<PublishOutcome> {
        switch leader(of: name) {
        case .up:
            if with({ $0.isFull }) { return .answer(.success(.refused(Self.fullText))) }
            let outcome = with { state in
                state.streams[name]?.append(
                    payload, to: subject, expected: expected, id: id, headers: headers,
                    at: time.now)
            }
            guard let outcome else { return .noResponders }
            if case .stored(_, false) = outcome { tellFollowers(of: name) }
            return .answer(.success(outcome))
        case .deposed(let since):
            // It compares what it knows, and the others never hear of what it takes.
            let last = with { $0.streams[name]?.last(of: subject, at: since)?.sequence ?? 0 }
            guard let expected, expected != last else { return .silence }
            return .answer(.success(.conflict(last: last)))
        case .none: return time.isTrue(oneIn: 2) ? .noResponders : .silence
        }
    }

    /// Removes messages.
    func purge(_ name: String, filter: String, below sequence: Int) -> Reply<Int> {
        guard case .up = leader(of: name) else { return .silence }
        let removed = with { state in
            state.streams[name]?.remove(filter, below: sequence, at: time.now)
        }
        return removed.map { .answer(.success($0)) } ?? .noResponders
    }

    private enum Leader: Sendable {
        case up
        /// It knows nothing that came since, and answers all the same.
        case deposed(since: Double)
        case none
    }

    private func leader(of name: String) -> Leader {
        let down = with { state in
            state.names.firstIndex(of: name).flatMap { state.downs[$0 % Self.nodes] }
        }
        guard let down else { return .up }
        let afterwards = down.ends + (down.ends - down.began)
        if time.now < down.ends {
            return time.isTrue(oneIn: 3) ? .deposed(since: down.began) : .none
        }
        guard time.now < afterwards, time.isTrue(oneIn: 3) else { return .up }
        return .deposed(since: down.began)
    }

    /// From here on every node but the leader lags by so many seconds.
    func slow(by seconds: Double) { with { $0.lag = seconds } }

    /// Seconds by which a node lags.
    private var lag: Double {
        if let lag = with({ $0.lag }) { return lag }
        guard with({ $0.isFaulty }), time.isTrue(oneIn: 3) else { return 0 }
        return time.seconds(time.isTrue(oneIn: 10) ? 0.05...3 : 0...0.05)
    }

    // MARK: Following

    /// - Returns: What ends it.
    func follow(
        _ stream: String, filter: String, after sequence: Int, by server: String,
        receive: @escaping @Sendable (StoredMessage) -> Void
    ) -> @Sendable () -> Void {
        let number = with { state in
            state.numbers += 1
            state.followers.append(
                Follower(
                    number: state.numbers, server: server, stream: stream, filter: filter,
                    receive: receive, cursor: sequence))
            return state.numbers
        }
        time.after(delay) { self.deliver(number) }
        return { self.with { $0.followers.removeAll { $0.number == number } } }
    }

    private func tellFollowers(of stream: String) {
        for number in with({ $0.followers.filter { $0.stream == stream }.map(\.number) }) {
            let isSlow = with { $0.isFaulty } && time.isTrue(oneIn: 40)
            let delay = isSlow ? time.seconds(0.5...4) : delay
            let due = with { state -> Double? in
                guard let place = state.followers.firstIndex(where: { $0.number == number })
                else { return nil }
                state.followers[place].due = max(
                    state.followers[place].due + 1e-9, time.now + delay)
                return state.followers[place].due
            }
            if let due { time.after(due - time.now) { self.deliver(number) } }
        }
    }

    /// Tells a follower of all that it was not notified of yet, unless its server is cut off.
    private func deliver(_ number: Int) {
        let notified = with {
            state -> (receive: @Sendable (StoredMessage) -> Void, [StoredMessage])? in
            guard let place = state.followers.firstIndex(where: { $0.number == number }),
                !state.cut.contains(state.followers[place].server),
                let stream = state.streams[state.followers[place].stream]
            else { return nil }
            let follower = state.followers[place]
            state.followers[place].cursor = max(follower.cursor, stream.last(at: time.now))
            let messages = stream.messages(
                of: follower.filter, from: follower.cursor + 1, at: time.now)
            return (follower.receive, Array(messages))
        }
        guard let (receive, messages) = notified else { return }
        for var message in messages {
            message.time = nil
            receive(message)
        }
    }
}
