import HistoryChecking
import HistoryLoad
import ListProtocol
import WebSocketTransport

/// Gives a crowd its connections: carries out its orders and tells it what comes of them.
///
/// On the event loop's thread, as the crowd asks.
actor CrowdDriver {
    private let loop: EventLoop
    private let dialer: Dialer
    private let url: RemoteURL
    private var crowd: SimulatedClients
    /// By client.
    private var connections: [Int: Connection] = [:]
    private let began = ContinuousClock.now
    private var isEnded = false
    /// Why no connection could be made of late; nil: one could.
    private(set) var trouble: DialError?
    private static let tickSeconds = 0.005

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    init(_ crowd: SimulatedClients, url: RemoteURL, dialer: Dialer, loop: EventLoop) {
        self.crowd = crowd
        self.url = url
        self.dialer = dialer
        self.loop = loop
    }

    // MARK: What the run asks

    var history: ObservedHistory { crowd.history }
    var failure: String? { crowd.failure }
    var isSettled: Bool { crowd.isSettled }

    var figures: CrowdFigures {
        CrowdFigures(
            connected: crowd.connected, unanswered: crowd.unanswered, sent: crowd.sent,
            reconnects: crowd.reconnects)
    }

    func isUpToDate(_ revisions: [String: Int]) -> Bool {
        revisions.allSatisfy { crowd.isUpToDate($0.key, $0.value) }
    }

    /// Connects everyone; from here on they come back when they are cut off.
    func begin() { tick() }

    func load() { crowd.load() }

    func settle() { crowd.settle() }

    func note(_ event: HistoryEvent) { crowd.note(event) }

    /// Ends all connections.
    func end() {
        isEnded = true
        carryOut(crowd.end())
    }

    // MARK: What happens

    private var now: Double { (ContinuousClock.now - began) / .seconds(1) }

    private func tick() {
        guard !isEnded else { return }
        carryOut(crowd.tick(now))
        loop.schedule(after: Self.tickSeconds) { self.assumeIsolated { $0.tick() } }
    }

    func received(_ message: [UInt8], by client: Int, on connection: Connection) {
        guard connections[client] === connection else { return }
        carryOut(crowd.received(client, message, now))
    }

    func closed(_ client: Int, _ connection: Connection) {
        guard connections[client] === connection else { return }
        connections[client] = nil
        crowd.lost(client, now)
    }

    func opened(_ client: Int, _ connection: Connection) {
        guard !isEnded else { return connection.cut() }
        trouble = nil
        connections[client] = connection
        carryOut(crowd.connected(client, now))
    }

    private func carryOut(_ orders: [ConnectionAction]) {
        for order in orders {
            switch order {
            case .connect(let client): dial(client)
            case .send(let client, let bytes): connections[client]?.send(Frame(text: bytes))
            case .cut(let client): connections.removeValue(forKey: client)?.cut()
            }
        }
    }

    private func dial(_ client: Int) {
        Task {
            do throws(DialError) {
                _ = try await dialer.connect(
                    to: url, subprotocol: WireProtocol.subprotocol
                ) { connection in
                    CrowdConnection(client, connection, driver: self)
                }
            } catch {
                trouble = error
                crowd.lost(client, now)
            }
        }
    }
}
