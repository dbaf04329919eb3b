import ListDocument
import ListEditing
import ListHosting
import ListProtocol
import ListSequencing
import Logging
import TextBytes
import WebSocketTransport

/// `GET /api/lists/ID?revision=N`: a list as it was.
struct PastRoute: Sendable {
    private let stored: StoredPast
    private let queue: LoopBound<PastQueue>

    init(_ stored: StoredPast, queue: LoopBound<PastQueue>) {
        self.stored = stored
        self.queue = queue
    }

    /// What was asked for.
    struct Query: Sendable {
        var revision: Int
        /// The `If-None-Match` of the request.
        var known: String?
    }

    /// Answers with the state, which is read and written on another thread than the loop's.
    ///
    /// - Parameter newest: The list's revision.
    func respond(
        _ query: Query, newest: Int, of list: ListID, _ epoch: String, _ exchange: HTTPExchange
    ) {
        let revision = query.revision
        guard revision <= newest else {
            return exchange.respond(Self.notThereYet(revision, newest: newest))
        }
        let tag = EntityTag(epoch, revision)
        if let known = query.known, tag.isNamed(in: known) {
            return exchange.respond(.unchanged(tag))
        }
        let key = PastQueue.Key(
            list: list, epoch: TextKey(epoch), revision: revision, subject: .state)
        queue.value.answer(exchange, key) { await answer(list, epoch, revision) }
    }

    static func notThereYet(_ revision: Int, newest: Int) -> HTTPResponse {
        .problem(
            404, "notFound", "revision \(revision) is not there yet, the list is at \(newest)")
    }

    static func noLongerKept(_ revision: Int) -> HTTPResponse {
        .problem(410, "gone", "revision \(revision) is no longer kept")
    }

    @concurrent
    private func answer(_ list: ListID, _ epoch: String, _ revision: Int) async -> HTTPResponse {
        let states = PastStates(journal: stored.journal, limits: stored.limits, epoch: epoch)
        switch await states.past(of: list, at: revision) {
        case .success(.kept(let state)):
            let snapshot = Snapshot(list: list, epoch: epoch, state: state, hasAuthors: false)
            return .json(
                200, snapshot.encoded, headers: [("etag", EntityTag(epoch, revision).text)])
        case .success:
            return Self.noLongerKept(revision)
        case .failure(let failure):
            stored.runtime.log.error(
                "an earlier state cannot be read",
                metadata: ["list": "\(list.text)", "reason": "\(failure.reason)"])
            return .problem(
                503, "unavailable", "revision \(revision) cannot be read now: try again later")
        }
    }
}
