import ListHTTP
import ListHosting
import ListJournal
import Logging
import Synchronization
import TextBytes
import WebSocketTransport

/// `GET /api/backup`: the whole store at one moment, as a file.
///
/// It is made beside the store on a thread of its own, and sent piece by piece. One is under way at a
/// time, until it is sent: each takes as much room on the disk as the store.
final class BackupRoute: Sendable {
    private let runtime: ServerRuntime
    private let journal: any Journal
    private let isUnderWay = Atomic<Bool>(false)

    init(_ runtime: ServerRuntime, journal: any Journal) {
        self.runtime = runtime
        self.journal = journal
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard request.method.isSame(as: "GET") else {
            exchange.respond(.methodNotAllowed("GET"))
            return
        }
        guard !isUnderWay.exchange(true, ordering: .relaxed) else {
            var busy = HTTPResponse.problem(
                503, "unavailable", "a backup is under way: try again when it is done")
            busy.headers.append(("retry-after", "10"))
            exchange.respond(busy)
            return
        }
        runtime.answer(exchange) { [self] in await make(exchange) }
    }

    @concurrent
    private func make(_ exchange: HTTPExchange) async -> HTTPResponse {
        let loop = runtime.loop
        do throws(JournalError) {
            let made = try await journal.backup {
                loop.execute { exchange.keepWaiting() }
            }
            guard let made else {
                isUnderWay.store(false, ordering: .relaxed)
                return .problem(
                    501, "notImplemented",
                    "lists on NATS are not backed up through a server: run 'lockstep backup FILE "
                        + "--store nats://HOST:PORT' where the nodes can be reached")
            }
            var response = HTTPResponse(
                status: 200, contentType: "application/vnd.sqlite3",
                headers: [
                    ("cache-control", "no-store"),
                    ("content-disposition", "attachment; filename=\"lockstep-backup.sqlite\""),
                ])
            response.file = ResponseFile(
                descriptor: made.descriptor, byteCount: made.byteCount,
                done: { self.isUnderWay.store(false, ordering: .relaxed) })
            return response
        } catch {
            isUnderWay.store(false, ordering: .relaxed)
            runtime.log.error("a backup failed", metadata: ["reason": "\(error)"])
            return .problem(503, "unavailable", "the backup could not be made: the log says why")
        }
    }
}
