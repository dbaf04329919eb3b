import Foundation
public import ListEditing
import ListProtocol
package import WebSocketTransport

/// A client of a Lockstep server: stays connected, keeps lists in step, and sees to it that every
/// edit is applied at most once and none is forgotten.
///
///     let client = try await ListClient.connect(to: "http://127.0.0.1:8080")
///     let list = try await client.open("groceries")
///     try await list.add("Tea")
///     for await event in list.events { print(event) }
///
/// A connection that is lost is opened again, after 0.2 to 15 seconds, longer each time; edits wait
/// meanwhile. What was sent and not answered is sent again under its old id, which the server
/// recognises. It runs on an event loop's thread of its own.
public actor ListClient {
    nonisolated let loop: EventLoop
    nonisolated let dialer: Dialer
    nonisolated let url: RemoteURL
    nonisolated let options: ClientOptions
    private nonisolated let ownsLoop: Bool
    private nonisolated let key: String
    /// The connection's state.
    public private(set) var state = ConnectionState.stopped(.asked)
    /// This client's public name, which others see in change sets; nil before the first welcome.
    public private(set) var me: ClientID?
    var limits = ProtocolLimits()
    var session = SessionMachine()
    var lists: [ListID: HeldList] = [:]
    var random: ClientRandomness
    private var connection: Connection?
    private var timer: Scheduled?
    /// The next moment at which a list has something to do.
    private var listTimer: (at: Double, Scheduled)?
    private var outbox: [ClientMessage] = []
    /// Numbers the waits, so that one that is cancelled is found.
    var waits = 0
    private var watchers: [Int: CheckedContinuation<ConnectionState, Never>] = [:]

    /// Runs on the thread of its event loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// A client that is not connected yet; several may share a loop and a dialer.
    package init(
        _ url: RemoteURL, _ options: ClientOptions, loop: EventLoop, dialer: Dialer,
        ownsLoop: Bool = false
    ) {
        self.url = url
        self.options = options
        self.loop = loop
        self.dialer = dialer
        self.ownsLoop = ownsLoop
        random = ClientRandomness(seed: options.seed)
        var secret = ClientRandomness(seed: nil)
        key = options.key ?? secret.id()
    }

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - url: `http`, `https`, `ws` or `wss`, with host and port.
    ///   - options: who the client is.
    /// - Throws: `ListClientError` where the server cannot be reached or refuses, `.cancelled` with the
    ///   task.
    public static func connect(
        to url: String, _ options: ClientOptions = ClientOptions()
    ) async throws -> ListClient {
        let address: RemoteURL
        do {
            address = try RemoteURL(url)
        } catch {
            throw ListClientError.badURL(error.description)
        }
        let loop = try EventLoop(name: "client")
        loop.start()
        var configuration = DialerConfiguration()
        configuration.trustRoots = options.trustRoots
        let dialer = try await Dialer(configuration, on: loop)
        let client = ListClient(address, options, loop: loop, dialer: dialer, ownsLoop: true)
        do {
            try await client.start()
        } catch {
            await client.stop()
            throw error
        }
        return client
    }

    /// Connects, and stays connected.
    ///
    /// - Throws: `ListClientError` where the server cannot be reached at first, unless that is to be
    ///   waited for, or refuses.
    package func start() async throws(ListClientError) {
        perform(session.start())
        while true {
            guard !Task.isCancelled else {
                perform(session.stop())
                throw .cancelled
            }
            switch state {
            case .online: return
            case .stopped(let reason): throw .stopped(reason)
            case .waiting(_, let reason) where !options.waitsForServer:
                perform(session.stop())
                throw .notConnected(reason)
            case .connecting, .waiting: _ = await nextState()
            }
        }
    }

    /// Closes the connection for good; edits without an answer are given up.
    public func stop() async {
        perform(session.stop())
        for held in lists.values {
            perform(held.machine.abandon("the client was stopped"), held)
            held.finish()
        }
        lists = [:]
        guard ownsLoop else { return }
        await dialer.close(within: 1)
        loop.stop()
    }

    /// Waits for the next change of ``state``, and gives it; at once where the task is cancelled.
    public func nextState() async -> ConnectionState {
        guard !Task.isCancelled else { return state }
        waits += 1
        let number = waits
        return await withTaskCancellationHandler {
            await withCheckedContinuation { watchers[number] = $0 }
        } onCancel: {
            Task { await self.stopWatching(number) }
        }
    }

    private func stopWatching(_ number: Int) {
        watchers.removeValue(forKey: number)?.resume(returning: state)
    }

    // MARK: What the connection tells

    func connected(_ connection: Connection, _ attempt: Int) {
        self.connection = connection
        perform(session.connected(attempt, now: EventLoop.now))
    }

    func received(_ bytes: [UInt8], _ attempt: Int) {
        guard attempt == session.attempt else { return }
        session.heard(attempt, now: EventLoop.now)
        do throws(DecodingProblem) {
            for message in try ServerFrame.decode(bytes) { take(message) }
        } catch {
            perform(
                session.misread(
                    "the server sent no frame of the protocol: \(error.message)",
                    now: EventLoop.now, jitter: random.unit()))
        }
        flush()
    }

    func ended(_ end: SessionEnd, _ attempt: Int) {
        perform(session.ended(attempt, end, now: EventLoop.now, jitter: random.unit()))
    }

    private func take(_ message: ReceivedMessage) {
        if case .welcome(let welcome) = message {
            me = welcome.client
            limits = welcome.limits
            perform(session.welcomed())
            let session = ListSession(me: welcome.client, limits: limits)
            for held in lists.values {
                perform(held.machine.began(session, at: EventLoop.now), held)
            }
        }
        if case .error(let refusal) = message, refusal.isFatal {
            session.fatal(code: refusal.code, message: refusal.message)
        }
        if let list = message.list, let held = lists[list] {
            perform(held.machine.take(message, at: EventLoop.now), held)
        }
    }

    // MARK: Doing what the machines want

    func perform(_ actions: [SessionAction]) {
        for action in actions {
            switch action {
            case .connect(let attempt): dial(attempt)
            case .hello:
                outbox.insert(
                    .hello(Hello(client: key, name: options.name, token: options.token)), at: 0)
            case .ping(let number): outbox.append(.ping(number))
            case .drop, .close:
                connection?.close(code: 1000)
                connection = nil
            case .become(let state): become(state)
            }
        }
        flush()
        schedule()
    }

    func perform(_ actions: [ListAction], _ held: HeldList) {
        for action in actions {
            switch action {
            case .send(let message): if session.isOnline { outbox.append(message) }
            case .answer(let id, let answer): held.answer(id, answer)
            case .tell(let event): held.tell(event)
            }
        }
        if let deadline = held.machine.deadline { wake(at: deadline) }
    }

    /// Sends what has gathered, as few frames as the server's limit allows.
    func flush() {
        guard !outbox.isEmpty, let connection else { return outbox = [] }
        let messages = outbox.map(\.encoded)
        outbox = []
        var frame: [[UInt8]] = []
        var bytes = 2
        for message in messages {
            if !frame.isEmpty, bytes + message.count + 1 > limits.frameBytes {
                connection.send(Frame(text: ServerFrame.joined(frame)))
                frame = []
                bytes = 2
            }
            frame.append(message)
            bytes += message.count + 1
        }
        connection.send(Frame(text: ServerFrame.joined(frame)))
    }

    private func dial(_ attempt: Int) {
        Task {
            do throws(DialError) {
                try await dialer.connect(
                    to: url.webSocket("/ws"), subprotocol: WireProtocol.subprotocol
                ) { connection in
                    self.assumeIsolated { $0.connected(connection, attempt) }
                    return ClientConnection(self, attempt: attempt)
                }
            } catch {
                ended(SessionEnd(error), attempt)
            }
        }
    }

    private func become(_ state: ConnectionState) {
        let wasOnline = self.state == .online
        self.state = state
        if wasOnline {
            connection = nil
            for held in lists.values { perform(held.machine.lost(), held) }
        }
        if case .stopped(let reason) = state {
            for held in lists.values {
                perform(held.machine.abandon(reason.description), held)
                held.finish()
            }
        }
        let waiting = watchers
        watchers = [:]
        for watcher in waiting.values { watcher.resume(returning: state) }
    }

    private func schedule() {
        timer?.cancel()
        timer = nil
        guard let deadline = session.deadline else { return }
        timer = loop.schedule(after: deadline - EventLoop.now) { [weak self] in
            self?.assumeIsolated { client in
                client.perform(client.session.tick(EventLoop.now, jitter: client.random.unit()))
            }
        }
    }

    /// Looks after the lists at `deadline`, unless that is done earlier.
    private func wake(at deadline: Double) {
        if let listTimer {
            guard deadline < listTimer.at else { return }
            listTimer.1.cancel()
        }
        let scheduled = loop.schedule(after: max(0, deadline - EventLoop.now)) { [weak self] in
            self?.assumeIsolated { $0.tickLists() }
        }
        listTimer = (deadline, scheduled)
    }

    private func tickLists() {
        listTimer = nil
        let now = EventLoop.now
        // One that is not due yet is waited for again.
        for held in lists.values {
            let isDue = held.machine.deadline.map { $0 <= now } ?? false
            perform(isDue ? held.machine.tick(at: now) : [], held)
        }
        flush()
    }
}

extension SessionEnd {
    /// What a failed attempt to connect comes to.
    init(_ error: DialError) {
        switch error {
        case .notUpgraded(_, let status):
            let isFinal = [400, 401, 403, 404].contains(status)
            self.init(
                code: status == 401 ? 4401 : nil, reason: error.description, isFinal: isFinal)
        case .badURL, .badRequest: self.init(code: nil, reason: error.description, isFinal: true)
        default: self.init(code: nil, reason: error.description)
        }
    }
}
