import JSON
import ListJournal
import ListProtocol
import ListSequencing
import TextBytes
import WebSocketTransport

/// The other servers of the cluster that are up, as far as this one hears them; for the loop's thread.
///
/// Each server says once a second that it is there; one that was silent for three seconds is forgotten.
package final class ServerPeers {
    static let beatSeconds = 1.0
    static let silenceSeconds = 3.0
    private static let subject = "beat"
    private static let countsSubject = "counts"
    private static let maximumBytes = 1_024
    /// The most servers that are remembered: beyond, something else than servers sends.
    private static let maximumCount = 1_000

    package let bus: ServerBus
    private let loop: EventLoop
    private var observed: [TextKey: Double] = [:]
    /// Called once a second.
    package var onBeat: (() -> Void)?
    /// Called when a server is heard that was not known to be up.
    package var onNewServer: (() -> Void)?
    private var subscription: ServerBus.Subscription?
    private var numbers = 0
    private var counts = ClientCounts()
    private var countsSubscription: ServerBus.Subscription?
    /// Messages that could not be read, or were of no use.
    private(set) var malformed = 0

    init(_ bus: ServerBus, on loop: EventLoop) {
        self.bus = bus
        self.loop = loop
    }

    /// The servers that are up, without this one.
    package var servers: [String] { observed.keys.sorted().map(\.text).filter(isUp) }

    /// What it has counted.
    package struct Figures: Sendable {
        package var servers: Int
        package var malformed: Int
        package var dropped: Int
    }

    package var figures: Figures {
        Figures(servers: servers.count, malformed: malformed, dropped: bus.dropped)
    }

    /// Whether another server was heard within three seconds.
    func isUp(_ server: String) -> Bool {
        observed[TextKey(server)].map { loop.now - $0 <= Self.silenceSeconds } ?? false
    }

    /// A number above all that it has given before.
    func nextNumber() -> Int {
        numbers += 1
        return numbers
    }

    /// A message of a server has come.
    ///
    /// - Returns: False where it is this server's own, or there is no room for another.
    package func note(_ server: String) -> Bool {
        guard !server.isSame(as: bus.server) else { return false }
        guard observed[TextKey(server)] != nil || observed.count < Self.maximumCount else {
            noteMalformed()
            return false
        }
        observed[TextKey(server)] = loop.now
        return true
    }

    package func noteMalformed() { malformed += 1 }

    // MARK: Counts

    /// The sessions that have a list open on other servers.
    func clients(of list: ListID) -> Int { counts[list] }

    /// So many sessions have a list open on this server now.
    func setClients(of list: ListID, to count: Int) { counts.set(list, to: count) }

    /// Takes what another server tells of the lists that are open there.
    func takeCounts(_ payload: [UInt8]) {
        guard let message = ClientCounts.Message(payload) else { return noteMalformed() }
        guard note(message.server) else { return }
        switch message {
        case .ask: counts.tellWhole()
        case .delta(let delta):
            if counts.receive(delta) { tell(.ask(server: bus.server)) }
        }
    }

    private func tell(_ message: ClientCounts.Message) {
        bus.publish(message.encoded, to: Self.countsSubject)
    }

    // MARK: Heartbeats

    /// Takes a heartbeat.
    func take(_ payload: [UInt8]) {
        guard payload.count <= Self.maximumBytes,
            let object = (try? JSONReader.read(payload))?.object,
            let server = ServerID.read(object["server"])
        else {
            return noteMalformed()
        }
        guard object["stops"] != .bool(true) else {
            observed[TextKey(server)] = nil
            return
        }
        let isNew = !isUp(server)
        if note(server), isNew { onNewServer?() }
    }

    /// Begins to tell that this server is there, and to hear the others.
    ///
    /// - Parameters:
    ///   - take: Has this take a heartbeat, on the loop's thread.
    ///   - takeCounts: Has this take counts, likewise.
    func start(
        _ take: @escaping ([UInt8]) -> Void, counts takeCounts: @escaping ([UInt8]) -> Void
    ) {
        subscription = bus.subscribe(Self.subject) { take($0.payload) }
        countsSubscription = bus.subscribe(Self.countsSubject) { takeCounts($0.payload) }
    }

    /// Tells the others that this server is there, and forgets those that are not.
    func beat() {
        let now = loop.now
        observed = observed.filter { now - $0.value <= Self.silenceSeconds }
        tell(stops: false)
        counts.forget(unless: isUp)
        for delta in counts.takeDelta(from: bus.server) { tell(.delta(delta)) }
    }

    /// Tells the others that this server stops.
    func stop() { tell(stops: true) }

    private func tell(stops: Bool) {
        var writer = JSONWriter(capacity: 64)
        writer.object { writer in
            writer.member("server", bus.server)
            if stops { writer.member("stops", true) }
        }
        bus.publish(writer.bytes, to: Self.subject)
    }
}
