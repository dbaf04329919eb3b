import JSON
import ListDocument
import ListEditing
import ListHosting
import ListJournal
package import ListProtocol
import Logging
import TextBytes
import WebSocketTransport

/// `GET /api/lists/ID/changes`: the past of a list, forward from `since` or back from `before`.
struct ChangesRoute: Sendable {
    private let stored: StoredPast
    private let queue: LoopBound<PastQueue>

    init(_ stored: StoredPast, queue: LoopBound<PastQueue>) {
        self.stored = stored
        self.queue = queue
    }

    /// What was asked for.
    struct Query: Hashable, Sendable {
        var since: Int?
        var before: Int?
        var limit: Int?
        var epoch: TextKey?

        /// Newest first: asked for by `before` alone.
        var isBackward: Bool { before != nil && since == nil }

        /// - Throws: `badMessage`, naming the parameter that is no whole number.
        init(_ request: HTTPRequest) throws(ErrorMessage) {
            since = try request.number("since", from: 0)
            before = try request.number("before", from: 1)
            limit = try request.number("limit", from: 1)
            epoch = request.queryValue("epoch").map { TextKey($0) }
        }
    }

    /// What was asked for, and the list at that moment.
    package struct Page: Sendable {
        let query: Query
        let revision: Int
        let counts: [Int]
        let names: [ClientID: String]
    }

    /// The most sets that one answer holds where no `limit` is given.
    private static let longest = 10_000
    /// Bytes of sets after which a page ends, but for a single set.
    private static let pageBytes = 8_388_608

    func handle(
        _ request: HTTPRequest, _ sequencer: ListSequencer, _ exchange: HTTPExchange
    ) {
        do throws(ErrorMessage) {
            let reader = HTTPListReader(changes: try Query(request), self, exchange)
            sequencer.read(reader)
        } catch {
            exchange.respond(.error(400, error))
        }
    }

    /// Answers with a page, which is read and written on another thread than the loop's.
    func respond(
        _ page: Page, of list: ListID, _ epoch: String, _ exchange: HTTPExchange
    ) {
        let query = page.query
        guard query.epoch.map({ $0 == TextKey(epoch) }) ?? true, (query.since ?? 0) <= page.revision
        else {
            exchange.respond(gone())
            return
        }
        let key = PastQueue.Key(
            list: list, epoch: TextKey(epoch), revision: page.revision,
            subject: .changes(query))
        queue.value.answer(exchange, key) { await answer(to: page, of: list, epoch) }
    }

    @concurrent
    private func answer(
        to page: Page, of list: ListID, _ epoch: String
    ) async -> HTTPResponse {
        let query = page.query
        let limit = min(query.limit ?? Self.longest, Self.longest)
        let end = min(page.revision, (query.before ?? page.revision + 1) - 1)
        let from = query.isBackward ? max(0, end - limit) : query.since ?? 0
        let last = query.isBackward ? end : min(end, from + limit)
        let loader = ListLoader(
            journal: stored.journal, limits: stored.limits, epoch: epoch)
        do {
            let sets = try await loader.page(
                of: list, after: from, through: last, isBackward: query.isBackward,
                maximumBytes: Self.pageBytes)
            // Paging back ends where history does; going forward must not skip anything.
            guard query.isBackward || sets.first.map({ $0.revision == from + 1 }) ?? (from >= last)
            else { return gone() }
            let reached = query.isBackward ? last : sets.last?.revision ?? last
            let encoded = sets.map(\.encoded)
            let catchup = Catchup(
                list: list, epoch: epoch, from: sets.first.map { $0.revision - 1 } ?? from,
                revision: reached, sets: query.isBackward ? encoded.reversed() : encoded,
                counts: reached == page.revision ? page.counts : nil,
                clients: page.names.sorted { $0.key.text.precedes($1.key.text) }.map {
                    ($0.key, $0.value)
                })
            return .json(200, catchup.encoded)
        } catch {
            stored.runtime.log.error(
                "history cannot be read", metadata: ["list": "\(list.text)", "reason": "\(error)"])
            return .problem(
                503, "unavailable", "the history cannot be read now: try again later")
        }
    }

    private func gone() -> HTTPResponse {
        .problem(
            410, "gone", "history does not reach back there, or the epoch is over: get the snapshot"
        )
    }
}

extension HTTPRequest {
    /// A whole number of the query; nil: it names none.
    ///
    /// - Throws: `badMessage`, naming the parameter that is no whole number from `least` on.
    package func number(_ name: String, from least: Int) throws(ErrorMessage) -> Int? {
        guard let text = queryValue(name) else { return nil }
        guard let number = Int(text), least...JSONNumber.largestWhole ~= number else {
            throw ErrorMessage(
                .badMessage, "\(name) is a whole number from \(least) on, not \(text.shown)")
        }
        return number
    }
}
