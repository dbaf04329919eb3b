import DequeModule
import ListProtocol
import WebSocketTransport

/// Has pages of the past read and written, few at a time; for the loop's thread.
///
/// A page may have megabytes. Those who ask for the same one share it, and what is over the ledger's bound
/// is not begun, so that many readers hold no more than the ledger allows.
final class ChangesDesk {
    /// A page of one list at one revision.
    struct Key: Hashable, Sendable {
        let list: ListID
        let epoch: String
        let revision: Int
        let query: ChangesRoute.Query
    }

    /// Pages that are being read at a time.
    private static let atOnce = 2

    private let services: Services
    private var exchanges: [Key: [HTTPExchange]] = [:]
    private var waiting: Deque<(Key, @Sendable () async -> HTTPResponse)> = []
    private var underWay = 0

    init(services: Services) {
        self.services = services
    }

    /// Answers with a page, once it is its turn.
    ///
    /// - Parameter make: Reads and writes the page, on another thread.
    func answer(
        _ exchange: HTTPExchange, _ key: Key, make: @escaping @Sendable () async -> HTTPResponse
    ) {
        exchanges[key, default: []].append(exchange)
        guard exchanges[key]?.count == 1 else { return }
        waiting.append((key, make))
        begin()
    }

    private func begin() {
        while underWay < Self.atOnce, let (key, make) = waiting.popFirst() {
            guard !services.ledger.isSpent else {
                respond(.overloaded, to: key)
                continue
            }
            underWay += 1
            let (loop, this) = (services.loop, LoopConfined(self))
            Task {
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
