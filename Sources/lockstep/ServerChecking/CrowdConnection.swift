import WebSocketTransport

/// One connection of one client of a crowd.
final class CrowdConnection: ConnectionHandler {
    private let client: Int
    private let connection: Connection
    private let driver: CrowdDriver

    /// On the loop's thread, as all that is called here.
    init(_ client: Int, _ connection: Connection, driver: CrowdDriver) {
        self.client = client
        self.connection = connection
        self.driver = driver
        driver.assumeIsolated { $0.opened(client, connection) }
    }

    func received(_ message: [UInt8]) {
        driver.assumeIsolated { $0.received(message, by: client, on: connection) }
    }

    func refused(_ problem: FrameProblem) {}

    func drained() {}

    func closed() {
        driver.assumeIsolated { $0.closed(client, connection) }
    }
}
