import Foundation
import HistoryChecking
import HistoryLoad
import JSON
import ListEditing

@testable import ListServer
@testable import ServerTesting

/// The clients, and their connections to servers that are chosen at random.
final class SharedClients: Sendable {
    private struct State {
        var clients: SimulatedClients
        var sockets: [Int: SimulatedSocket] = [:]
        var servers: [SimulatedServer] = []
        var connections: UInt64 = 0
        /// The types of messages, and the operations of edits, that were sent.
        var sent: Set<String> = []
    }

    private let time: SimulatedTime
    private let trace: Trace
    private let notesKinds: Bool
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state: State

    /// - Parameter notesKinds: Whether it is wanted what they ``sent``: looking at it takes long.
    init(
        _ clients: SimulatedClients, notesKinds: Bool, in time: SimulatedTime, _ trace: Trace
    ) {
        self.notesKinds = notesKinds
        self.time = time
        self.trace = trace
        unsafe state = State(clients: clients)
    }

    private func with<Value>(_ body: (inout State) -> Value) -> Value {
        lock.withLock { unsafe body(&state) }
    }

    var lists: [ListPlan] { with { $0.clients.lists } }
    var transientLists: [ListPlan] { with { $0.clients.transientLists } }
    var isSettled: Bool { with { $0.clients.isSettled } }
    var unsettled: [String] { with { $0.clients.unsettled } }
    var history: ObservedHistory { with { $0.clients.history } }
    var sent: Set<String> { with { $0.sent } }
    var failure: String? { with { $0.clients.failure } }
    func load() { with { $0.clients.load() } }
    func settle() { with { $0.clients.settle() } }
    func note(_ event: HistoryEvent) { with { $0.clients.note(event) } }

    func begin(on servers: [SimulatedServer]) {
        with { $0.servers = servers }
        tick()
    }

    private func tick() {
        perform(with { $0.clients.tick(time.now) })
        time.after(0.02) { self.tick() }
    }

    private func perform(_ actions: [ConnectionAction]) {
        for action in actions {
            switch action {
            case .connect(let client): connect(client)
            case .send(let client, let bytes):
                trace.note("client \(client) sends \(String(decoding: bytes, as: UTF8.self))")
                if notesKinds { with { $0.sent.formUnion(Self.kinds(in: bytes)) } }
                with { $0.sockets[client] }?.send(fromClient: bytes)
            case .cut(let client):
                with { $0.sockets.removeValue(forKey: client) }?.cut()
            }
        }
    }

    /// The types of the messages in a frame, and the operations of its edits.
    private static func kinds(in frame: [UInt8]) -> [String] {
        guard let value = try? JSONReader.read(frame) else { return [] }
        return (value.array ?? [value]).compactMap(\.object).flatMap { message in
            let actions = message["actions"]?.array ?? []
            return ([message["type"]] + actions.map { $0.object?["op"] }).compactMap { $0?.string }
        }
    }

    private func connect(_ client: Int) {
        let number = time.random { UInt64.random(in: .min ... .max, using: &$0) }
        let socket = with { state -> SimulatedSocket? in
            guard !state.servers.isEmpty else {
                state.clients.lost(client, time.now)
                return nil
            }
            state.connections += 1
            let server = state.servers[Int(number % UInt64(state.servers.count))]
            let socket = SimulatedSocket(state.connections, to: server, in: time) { socket, event in
                self.take(event, on: socket, of: client)
            }
            state.sockets[client] = socket
            return socket
        }
        socket?.open()
    }

    private func take(_ event: SimulatedSocket.Event, on socket: SimulatedSocket, of client: Int) {
        trace.note("client \(client) of \(socket.server.name): \(event)")
        let actions = with { state -> [ConnectionAction] in
            guard state.sockets[client] === socket else { return [] }
            switch event {
            case .opened: return state.clients.connected(client, time.now)
            case .frame(let bytes): return state.clients.received(client, bytes, time.now)
            case .closed:
                state.sockets[client] = nil
                state.clients.lost(client, time.now)
                return []
            }
        }
        perform(actions)
    }

    /// A server takes connections.
    func found(_ server: SimulatedServer) { with { $0.servers.append(server) } }

    /// A server is gone.
    func lost(_ server: SimulatedServer) {
        let lost = with { state in
            state.servers.removeAll { $0.name == server.name }
            return state.sockets.sorted { $0.key < $1.key }.map(\.value)
                .filter { $0.server.name == server.name }
        }
        for socket in lost { socket.lose() }
    }
}
