import Foundation

@testable import ListServer
@testable import ListSessions
@testable import ServerTesting
@testable import WebSocketTransport

/// A connection between a client and a server of a simulation.
///
/// Frames take time and come in order; some clients do not read for seconds, and what they are sent waits at the
/// server. Where it is cut, frames that are under way get lost.
final class SimulatedSocket: SessionConnection {
    /// What the client is told.
    enum Event: Sendable, CustomStringConvertible {
        case opened
        case frame([UInt8])
        case closed

        var description: String {
            switch self {
            case .opened: "connected"
            case .frame(let bytes): String(decoding: bytes, as: UTF8.self)
            case .closed: "closed"
            }
        }
    }

    private struct State: Sendable {
        var session: LoopBound<Session>?
        var isOpen = true
        var isPaused = false
        /// Frames that came while the server did not read.
        var waiting: [[UInt8]] = []
        /// When the last frame arrives, there and here.
        var serverDue = 0.0
        var clientDue = 0.0
        /// Bytes that were sent to the client and have not arrived.
        var queuedBytes = 0
        /// The session wants to know when no more than so many are left.
        var mark: Int?
    }

    let id: UInt64
    let origin = ConnectionOrigin(address: "simulated", isLocal: false)
    let server: SimulatedServer
    private let time: SimulatedTime
    private let tell: @Sendable (SimulatedSocket, Event) -> Void
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state = State()

    init(
        _ id: UInt64, to server: SimulatedServer, in time: SimulatedTime,
        _ tell: @escaping @Sendable (SimulatedSocket, Event) -> Void
    ) {
        self.id = id
        self.server = server
        self.time = time
        self.tell = tell
    }

    private func with<Value>(_ body: (inout State) -> Value) -> Value {
        lock.withLock { unsafe body(&state) }
    }

    /// Does `work` on the server's loop, after what was sent to it before.
    private func onServer(_ work: @escaping @Sendable (SimulatedSocket) -> Void) {
        let delay = time.seconds(0.000_2...0.01)
        let due = with { state in
            state.serverDue = max(state.serverDue + 1e-9, time.now + delay)
            return state.serverDue
        }
        time.after(due - time.now) { [server] in server.loop.execute { work(self) } }
    }

    /// Tells the client, after what it was told before.
    ///
    /// - Parameter bytes: What it takes in the queue until it arrives.
    private func onClient(_ event: Event, bytes: Int = 0) {
        let isStalling = time.isTrue(oneIn: 100)
        let delay = isStalling ? time.seconds(0.5...5) : time.seconds(0.000_2...0.01)
        let due = with { state in
            state.queuedBytes += bytes
            state.clientDue = max(state.clientDue + 1e-9, time.now + delay)
            return state.clientDue
        }
        time.after(due - time.now) {
            self.arrived(bytes)
            self.tell(self, event)
        }
    }

    private func arrived(_ bytes: Int) {
        let isDrained = with { state in
            state.queuedBytes -= bytes
            guard let mark = state.mark, state.queuedBytes <= mark else { return false }
            state.mark = nil
            return true
        }
        if isDrained { server.loop.execute { self.with { $0.session }?.value.drained() } }
    }

    // MARK: The client's side

    func open() {
        onServer { socket in
            let server = socket.server
            let session = server.parts.sessions.value.open(socket, admin: nil)
            let bound = LoopBound(session, loop: server.loop)
            socket.with { $0.session = bound }
            socket.onClient(.opened)
        }
    }

    func send(fromClient bytes: [UInt8]) {
        onServer { socket in
            socket.with { $0.waiting.append(bytes) }
            socket.deliver()
        }
    }

    /// Ends it without a word; the client is told nothing more.
    func cut() {
        with { $0.isOpen = false }
        onServer { $0.end() }
    }

    /// Its server is gone.
    func lose() { onClient(.closed) }

    // MARK: The server's side

    var queuedBytes: Int { with { $0.queuedBytes } }
    var isThrottled: Bool { false }
    var traffic: (received: Int, sent: Int) { (0, 0) }
    var ownedBytes: Int {
        get { 0 }
        set {}
    }

    func send(_ frame: Frame) {
        guard with({ $0.isOpen }) else { return }
        onClient(
            .frame(Array(frame.wire.suffix(frame.payloadCount))), bytes: frame.wireCount)
    }

    func notifyWhenDrained(below bytes: Int) {
        with { $0.mark = bytes }
        arrived(0)
    }

    func pauseReading() { with { $0.isPaused = true } }

    func resumeReading() {
        let wasPaused = with { state in
            defer { state.isPaused = false }
            return state.isPaused
        }
        if wasPaused { server.loop.execute { self.deliver() } }
    }

    func close(code: Int, reason: String) {
        guard with({ $0.isOpen }) else { return }
        with { $0.isOpen = false }
        onClient(.closed)
        server.loop.execute { self.end() }
    }

    private func deliver() {
        while let (session, frame) = with(Self.next) { session.received(frame) }
    }

    private static func next(_ state: inout State) -> (Session, [UInt8])? {
        guard state.isOpen, !state.isPaused, !state.waiting.isEmpty, let session = state.session
        else { return nil }
        return (session.value, state.waiting.removeFirst())
    }

    private func end() {
        let session = with { state in
            defer { state.session = nil }
            return state.session
        }
        session?.value.closed()
    }
}
