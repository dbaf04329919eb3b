import Testing
import WebSocketTransport

@testable import ListServer

@Suite struct HTTPRoutesTests {
    @Test(
        arguments: [
            ([], .file), (["index.html"], .file), (["healthz"], .probe), (["readyz"], .probe),
            (["healthz", ""], .file), (["metrics"], .open), (["metrics", "x"], .file),
            (["api"], .call), (["api", ""], .file), (["api", "doc.json"], .file),
            (["api", "data.txt"], .call), (["api", "lists", "doc.json"], .call),
            (["api", "doc.json", ""], .call), (["ws"], .upgradeRequired),
            (["ws", "a", "b"], .upgradeRequired), (["wss"], .file),
        ] as [([String], HTTPRoute)])
    func path_hasItsRoute(path: [String], route: HTTPRoute) {
        #expect(HTTPApplication.route(path) == route)
    }

    @Test(arguments: [
        (["ws"], true), (["ws", "groceries"], true), (["ws", ""], false),
        (["ws", "a", "b"], false), ([], false), (["api", "ws"], false),
    ])
    func webSockets_areServedAtTheirPath(path: [String], isServed: Bool) {
        #expect(HTTPApplication.servesWebSocket(at: path) == isServed)
    }
}
