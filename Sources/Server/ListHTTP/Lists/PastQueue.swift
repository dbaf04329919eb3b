import DequeModule
import ListEditing
import ListHosting
import ListJournal
import ListProtocol
import TextBytes
import WebSocketTransport

/// Has pages and states of the past read and written, few at a time; for the loop's thread.
///
/// One may have megabytes. Requests for the same one share it, and what is over the ledger's bound
/// is not begun, so that many readers hold no more than the ledger allows.
final class PastQueue {
    package enum Subject: Hashable, Sendable {
        /// A page of the sets up to the revision.
        case changes(ChangesRoute.Query)
        /// The list as it was at the revision.
        case state
        /// For one request alone, by its number.
        case alone(Int)
    }

    /// What is read of one list.
    package struct Key: Hashable, Sendable {
        let list: ListID
        let epoch: TextKey
        let revision: Int
        let subject: Subject
    }

    /// Those that are read at a time.
    private static let atOnce = 2

    private let runtime: ServerRuntime
    private let ledger: LoopBound<MemoryLedger>
    private var exchanges: [Key: [HTTPExchange]] = [:]
    private var waiting: Deque<(Key, @Sendable () async -> HTTPResponse)> = []
    private var underWay = 0
    private var last = 0

    init(_ runtime: ServerRuntime, ledger: LoopBound<MemoryLedger>) {
        self.runtime = runtime
        self.ledger = ledger
    }

    /// Answers once it is its turn.
    ///
    /// - Parameter make: Reads and writes what is asked for, on another thread.
    func answer(
        _ exchange: HTTPExchange, _ key: Key, make: @escaping @Sendable () async -> HTTPResponse
    ) {
        exchanges[key, default: []].append(exchange)
        guard exchanges[key]?.count == 1 else { return }
        waiting.append((key, make))
        begin()
    }

    /// Answers a request that changes something, and so shares no answer.
    func answerAlone(_ exchange: HTTPExchange, make: @escaping @Sendable () async -> HTTPResponse) {
        last += 1
        let key = Key(list: ListID(""), epoch: "", revision: 0, subject: .alone(last))
        answer(exchange, key, make: make)
    }

    private func begin() {
        while underWay < Self.atOnce, let (key, make) = waiting.popFirst() {
            guard !ledger.value.isSpent else {
                respond(.overloaded, to: key)
                continue
            }
            underWay += 1
            let (loop, this) = (runtime.loop, LoopBound(self, loop: runtime.loop))
            runtime.background.begin {
                let response = await make()
                loop.execute { this.value.end(key, response) }
            }
        }
    }

    private func end(_ key: Key, _ response: HTTPResponse) {
        underWay -= 1
        respond(response, to: key)
        begin()
    }

    private func respond(_ response: HTTPResponse, to key: Key) {
        for exchange in exchanges.removeValue(forKey: key) ?? [] { exchange.respond(response) }
    }
}

/// Where requests read what lists were.
struct StoredPast: Sendable {
    let runtime: ServerRuntime
    let journal: any JournalReading & VersionStore
    let limits: ProtocolLimits
}
