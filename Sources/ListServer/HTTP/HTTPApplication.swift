import ListProtocol
import WebSocketTransport

/// What the listener asks on the loop's thread: sessions to open, requests to answer.
final class HTTPApplication: Application {
    private let directory: Directory
    private let services: Services
    private let lists: ListRoutes
    private let backup: BackupRoute

    init(directory: Directory, services: Services) {
        self.directory = directory
        self.services = services
        lists = ListRoutes(directory: directory, services: services)
        backup = BackupRoute(services: services)
    }

    func opened(_ connection: Connection) -> (any ConnectionHandler)? {
        guard !services.health.isStopping else { return nil }
        services.metrics.sessionBegan()
        return Session(connection, directory: directory, services: services)
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        let path = request.path.split(separator: "/", omittingEmptySubsequences: true).map {
            String($0)
        }
        switch path.first {
        case "healthz": get(request, exchange) { .text(200, "ok") }
        case "readyz":
            get(request, exchange) {
                services.health.isReady ? .text(200, "ok") : .text(503, "unavailable")
            }
        case "metrics":
            get(request, exchange) {
                let (lists, loaded) = directory.assumeIsolated { ($0.count, $0.loadedCount) }
                return .text(
                    200, services.metrics.text(lists: lists, loaded: loaded),
                    type: "text/plain; version=0.0.4; charset=utf-8")
            }
        case "api" where path.dropFirst().first == "lists" && path.count <= 4:
            lists.handle(request, Array(path.dropFirst(2)), exchange)
        case "api" where path == ["api", "backup"]: backup.handle(request, exchange)
        default: exchange.respond(.problem(404, "notFound", "there is nothing at \(request.path)"))
        }
    }

    private func get(
        _ request: HTTPRequest, _ exchange: HTTPExchange, _ response: () -> HTTPResponse
    ) {
        guard request.isReading else {
            exchange.respond(.methodNotAllowed("GET, HEAD"))
            return
        }
        exchange.respond(response())
    }
}
