/// The requests that wait for answers, by number, and when each has waited long enough.
///
/// Deadlines are rounded up to ticks of `tickSeconds`; the numbers of a tick are looked at once, when it
/// is over. Every operation costs O(1), `expire` O(1) for each request of the ticks that are over.
struct ReplyTable {
    /// Seconds by which an answer may be given up late.
    static let tickSeconds = 0.01

    private struct Waiting {
        let completion: RequestCompletion
        var replies: [NATSMessage] = []
    }

    private var waiting: [UInt64: Waiting] = [:]
    private var numbersOfTicks: [Int: [UInt64]] = [:]
    private var lastNumber: UInt64 = 0

    /// How many requests wait.
    var count: Int { waiting.count }

    /// The earliest tick in which a request may be given up; nil where none waits.
    ///
    /// Complexity: O(n) in the ticks until the last deadline.
    var nextTick: Int? { waiting.isEmpty ? nil : numbersOfTicks.keys.min() }

    /// The tick of a moment, in monotonic seconds.
    static func tick(of seconds: Double) -> Int { Int((seconds / tickSeconds).rounded(.up)) }

    /// Adds a request that is given up in `tick`, and returns its number.
    mutating func add(_ completion: RequestCompletion, until tick: Int) -> UInt64 {
        lastNumber += 1
        waiting[lastNumber] = Waiting(completion: completion)
        numbersOfTicks[tick, default: []].append(lastNumber)
        return lastNumber
    }

    /// Takes an answer; returns the request if it is finished.
    mutating func receive(_ message: NATSMessage, for number: UInt64) -> FinishedRequest? {
        guard let request = waiting[number] else { return nil }
        switch request.completion {
        case .one(let done):
            waiting[number] = nil
            if message.status == 503, message.payload.isEmpty {
                return .one(.failure(.noResponders), done)
            }
            return .one(.success(message), done)
        case .all(let done):
            if message.status == 503, message.payload.isEmpty, request.replies.isEmpty {
                waiting[number] = nil
                return .all(.failure(.noResponders), done)
            }
            guard message.status != nil else {
                waiting[number]?.replies.append(message)
                return nil
            }
            waiting[number] = nil
            return .all(.success(request.replies + [message]), done)
        case .window(let done):
            if message.status == 503, message.payload.isEmpty {
                waiting[number] = nil
                return .all(.failure(.noResponders), done)
            }
            waiting[number]?.replies.append(message)
            return nil
        }
    }

    /// Removes a request that failed.
    mutating func fail(_ number: UInt64, _ error: RequestError) -> FinishedRequest? {
        waiting.removeValue(forKey: number).map { $0.completion.finished(with: error) }
    }

    /// Removes all requests whose tick is over.
    mutating func expire(through tick: Int) -> [FinishedRequest] {
        var finished: [FinishedRequest] = []
        for over in numbersOfTicks.keys.filter({ $0 <= tick }).sorted() {
            for number in numbersOfTicks.removeValue(forKey: over) ?? [] {
                guard let request = waiting.removeValue(forKey: number) else { continue }
                if case .window(let done) = request.completion {
                    finished.append(.all(.success(request.replies), done))
                } else {
                    finished.append(request.completion.finished(with: .timedOut))
                }
            }
        }
        // Nothing waits, so whatever the ticks still name is answered.
        if waiting.isEmpty { numbersOfTicks = [:] }
        return finished
    }

    /// Removes all requests.
    mutating func failAll(_ error: RequestError) -> [FinishedRequest] {
        let failed = waiting.keys.sorted().compactMap {
            waiting[$0]?.completion.finished(with: error)
        }
        waiting = [:]
        numbersOfTicks = [:]
        return failed
    }
}

/// Whom a request answers, and how many messages its answer has.
enum RequestCompletion: Sendable {
    typealias One = @Sendable (Result<NATSMessage, RequestError>) -> Void
    typealias All = @Sendable (Result<[NATSMessage], RequestError>) -> Void

    /// The first message.
    case one(One)
    /// All messages as far as the first with a status, which ends them.
    case all(All)
    /// All messages that come before the deadline.
    case window(All)

    func finished(with error: RequestError) -> FinishedRequest {
        switch self {
        case .one(let done): .one(.failure(error), done)
        case .all(let done), .window(let done): .all(.failure(error), done)
        }
    }
}

/// A request that is over, with its outcome.
enum FinishedRequest: Sendable {
    case one(Result<NATSMessage, RequestError>, RequestCompletion.One)
    case all(Result<[NATSMessage], RequestError>, RequestCompletion.All)

    func call() {
        switch self {
        case .one(let result, let done): done(result)
        case .all(let result, let done): done(result)
        }
    }
}
