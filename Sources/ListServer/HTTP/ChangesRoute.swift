import JSON
import ListEditing
import ListJournal
import ListProtocol
import Logging
import WebSocketTransport

/// `GET /api/lists/ID/changes`: the past of a list, forward from `since` or back from `before`.
struct ChangesRoute: Sendable {
    let services: Services

    /// What was asked for, and the list at that moment.
    private struct Page: Sendable {
        var since: Int?
        var before: Int?
        var limit: Int?
        var revision: Int
        var counts: [Int]
        var names: [(ClientID, String)]

        /// Newest first: asked for by `before` alone.
        var isBackward: Bool { before != nil && since == nil }
    }

    /// The most sets that one answer holds where no `limit` is given.
    private static let longest = 10_000

    func handle(
        _ request: HTTPRequest, _ sequencer: ListSequencer, _ exchange: HTTPExchange
    ) {
        var numbers: [String: Int] = [:]
        for name in ["since", "before", "limit"] {
            guard let text = request.query.first(where: { $0.0 == name })?.1 else { continue }
            let least = name == "since" ? 0 : 1
            guard let number = Int(text), least...JSONNumber.largestWhole ~= number else {
                let reason = "\(name) is a whole number from \(least) on, not \(text)"
                exchange.respond(.error(400, ErrorMessage(.badMessage, reason)))
                return
            }
            numbers[name] = number
        }
        let asked = numbers
        let wanted = request.query.first { $0.0 == "epoch" }?.1
        sequencer.assumeIsolated {
            $0.visit { sequencer in
                guard sequencer.stage != .deleted, let list = sequencer.loaded else {
                    exchange.respond(ListRoutes.unknown(sequencer.id.text))
                    return
                }
                let page = Page(
                    since: asked["since"], before: asked["before"], limit: asked["limit"],
                    revision: list.list.revision, counts: list.list.counts,
                    names: list.clients.names)
                guard wanted == nil || wanted == sequencer.epoch,
                    (page.since ?? 0) <= page.revision
                else {
                    exchange.respond(gone())
                    return
                }
                let id = sequencer.id
                let epoch = sequencer.epoch
                let loop = services.loop
                Task {
                    let response = await answer(to: page, of: id, epoch)
                    loop.execute { exchange.respond(response) }
                }
            }
        }
    }

    /// The page, read from the journal on another thread than the loop's.
    @concurrent
    private func answer(
        to page: Page, of list: ListID, _ epoch: String
    ) async -> HTTPResponse {
        let limit = min(page.limit ?? ChangesRoute.longest, ChangesRoute.longest)
        let end = min(page.revision, (page.before ?? page.revision + 1) - 1)
        let from = page.isBackward ? max(0, end - limit) : page.since ?? 0
        let last = page.isBackward ? end : min(end, from + limit)
        let loader = ListLoader(journal: services.journal, limits: services.limits)
        do {
            let sets = try await loader.sets(of: list, after: from, through: last)
            // Paging back ends where history does; going forward must not skip anything.
            guard page.isBackward || sets.count == max(0, last - from) else { return gone() }
            let encoded = sets.map(\.encoded)
            let catchup = Catchup(
                list: list, epoch: epoch, from: sets.first.map { $0.revision - 1 } ?? from,
                revision: last, sets: page.isBackward ? encoded.reversed() : encoded,
                counts: last == page.revision ? page.counts : nil, clients: page.names)
            return .json(200, catchup.encoded)
        } catch {
            services.log.error(
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

extension ClientTable {
    /// The last name that each client gave, where it gave one.
    var names: [(ClientID, String)] {
        records.compactMap { client, record in record.name.map { (client, $0) } }
            .sorted { $0.0.text < $1.0.text }
    }
}
