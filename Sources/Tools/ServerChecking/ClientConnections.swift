import HistoryChecking
import HistoryLoad
import WebSocketTransport

/// The connections of the simulated clients: performs their orders and reports to them what happens.
///
/// The actor runs on the event loop's thread, so that the history has the order of the events.
actor ClientConnections {
    /// The state of all clients together.
    struct Counts: Sendable {
        /// Clients that have a session.
        let connected: Int
        /// Edits without an answer.
        let unanswered: Int
        /// Edits sent, each counted once.
        let sent: Int
        /// Sessions beyond the first of each client.
        let reconnects: Int
    }

    private let loop: EventLoop
    private let dialer: Dialer
    /// The addresses of servers of the same lists, as their user names them, at least one.
    private let servers: [String]
    /// Their WebSockets.
    private let urls: [RemoteURL]
    /// The number of attempts to connect, by the client's number: each goes to the next address.
    private var attempts: [Int: Int] = [:]
    private var clients: SimulatedClients
    /// By the client's number.
    private var connections: [Int: Connection] = [:]
    private let began = ContinuousClock.now
    private var isEnded = false
    /// Why the latest connection could not be made; nil where it could.
    private(set) var trouble: DialError?
    private static let tickSeconds = 0.005
    /// The WebSocket subprotocol of protocol.md.
    private static let subprotocol = "lockstep.v1"

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// - Parameters:
    ///   - servers: The addresses of servers of the same lists, as their user names them, at least one.
    ///   - urls: Their WebSockets.
    init(
        of clients: SimulatedClients, servers: [String], urls: [RemoteURL], dialer: Dialer,
        loop: EventLoop
    ) {
        self.clients = clients
        self.servers = servers
        self.urls = urls
        self.dialer = dialer
        self.loop = loop
    }

    // MARK: What the check asks

    var history: ObservedHistory { clients.history }
    var failure: String? { clients.failure }
    var isSettled: Bool { clients.isSettled }

    var counts: Counts {
        Counts(
            connected: clients.connected, unanswered: clients.unanswered, sent: clients.sent,
            reconnects: clients.reconnects)
    }

    var longestWaits: [String: Double] { clients.longestWaits }

    var status: CheckStatus {
        let clients = clients.statuses(at: now).enumerated().map { number, status in
            CheckStatus.Client(server: servers[server(of: number)], status: status)
        }
        return CheckStatus(
            time: now, counts: counts, revisions: self.clients.revisions,
            longestWaits: longestWaits, clients: clients)
    }

    func isUpToDate(_ revisions: [String: Int]) -> Bool {
        revisions.allSatisfy { clients.isUpToDate($0.key, $0.value) }
    }

    /// Connects every client; a client that loses its connection connects again.
    func begin() { tick() }

    func load() { clients.load() }

    func settle() { clients.settle() }

    func note(_ event: HistoryEvent) { clients.note(event) }

    /// Closes all connections for good.
    func end() {
        isEnded = true
        perform(clients.end())
    }

    // MARK: What the connections report

    private var now: Double { (ContinuousClock.now - began) / .seconds(1) }

    private func tick() {
        guard !isEnded else { return }
        perform(clients.tick(now))
        loop.schedule(after: Self.tickSeconds) { self.assumeIsolated { $0.tick() } }
    }

    fileprivate func opened(_ client: Int, _ connection: Connection) {
        guard !isEnded else { return connection.cut() }
        trouble = nil
        connections[client] = connection
        perform(clients.connected(client, now))
    }

    fileprivate func received(_ message: [UInt8], by client: Int, on connection: Connection) {
        guard connections[client] === connection else { return }
        perform(clients.received(client, message, now))
    }

    fileprivate func closed(_ client: Int, _ connection: Connection) {
        guard connections[client] === connection else { return }
        connections[client] = nil
        clients.lost(client, now)
    }

    // MARK: Orders

    private func perform(_ orders: [ConnectionAction]) {
        for order in orders {
            switch order {
            case .connect(let client): connect(client)
            case .send(let client, let bytes): connections[client]?.send(Frame(text: bytes))
            case .cut(let client): connections.removeValue(forKey: client)?.cut()
            }
        }
    }

    /// The index of the server of a client's latest attempt to connect; before, that of its first.
    private func server(of client: Int) -> Int {
        (client + max(0, attempts[client, default: 0] - 1)) % urls.count
    }

    private func connect(_ client: Int) {
        attempts[client, default: 0] += 1
        let url = urls[server(of: client)]
        Task {
            do throws(DialError) {
                _ = try await dialer.connect(to: url, subprotocol: Self.subprotocol) {
                    connection in
                    ClientConnectionHandler(client, connection, reportsTo: self)
                }
            } catch {
                trouble = error
                clients.lost(client, now)
            }
        }
    }
}

/// The handler of one connection; every call is on the event loop's thread.
private final class ClientConnectionHandler: ConnectionHandler, Sendable {
    private let client: Int
    private let connection: Connection
    private let owner: ClientConnections

    init(_ client: Int, _ connection: Connection, reportsTo owner: ClientConnections) {
        self.client = client
        self.connection = connection
        self.owner = owner
        owner.assumeIsolated { $0.opened(client, connection) }
    }

    func received(_ message: [UInt8]) {
        owner.assumeIsolated { $0.received(message, by: client, on: connection) }
    }

    func refused(_ problem: FrameProblem) {}

    func drained() {}

    func closed() {
        owner.assumeIsolated { $0.closed(client, connection) }
    }
}
