import Foundation
public import ListEditing
import ListProtocol
import Synchronization
package import WebSocketTransport

/// A client of a Lockstep server: stays connected, keeps lists in step, and makes sure that every edit
/// is applied at most once and none is lost.
///
///     let client = try await ListClient.connect(to: "http://127.0.0.1:8080")
///     let list = try await client.open("groceries")
///     try await list.add("Tea")
///     for await event in await list.events { print(event) }
///
/// A connection that is lost is opened again, after 0.2 to 15 seconds, longer each time; edits wait
/// meanwhile. What was sent and not answered is sent again under its old id, which the server
/// recognises. Where several servers serve the same lists, the client goes on at another one. It runs on
/// an event loop's thread of its own.
///
/// ``SessionMachine`` decides when to connect, and a ``ListMachine`` for each list what to send; this
/// actor performs their actions.
public actor ListClient {
    nonisolated let loop: EventLoop
    nonisolated let dialer: Dialer
    private nonisolated let urls: [RemoteURL]
    /// Who this is, and how it connects.
    var options: ClientOptions
    private nonisolated let ownsLoop: Bool
    /// Whether nothing uses the loop any more but those who hold this client.
    private nonisolated let isClosed = Atomic(false)
    private nonisolated let key: String
    /// The connection's state.
    public private(set) var state = ConnectionState.stopped(.asked)
    /// This client's public name, which others see in change sets; nil before the first welcome.
    public private(set) var me: ClientID?
    /// The optional parts of the protocol that the server names; empty before the first welcome.
    public private(set) var features: Set<String> = []
    var limits = ProtocolLimits()
    var session: SessionMachine
    var lists: [ListID: ListSubscription] = [:]
    var random: ClientRandomness
    private var connection: Connection?
    var outbox = Outbox()
    /// The token of the session, and of requests.
    var held: HeldToken
    /// Due when the next token is to be fetched.
    var renewal: Scheduled?
    var renewalBackOff = BackOff(first: 2, longest: 60)
    private var sessionTimer: Scheduled?
    /// The next moment at which a list has something to do.
    private var listTimer: (at: Double, Scheduled)?
    /// Numbers the waits, so that one that is cancelled is found.
    var waits = 0
    var stateWaiters: [Int: CheckedContinuation<ConnectionState, Never>] = [:]

    /// The loop's thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// A client that is not connected yet; several may share a loop and a dialer.
    ///
    /// - Parameter urls: The addresses at which the same lists are served, at least one.
    package init(
        _ urls: [RemoteURL], _ options: ClientOptions, loop: EventLoop, dialer: Dialer,
        ownsLoop: Bool = false
    ) {
        self.urls = urls
        session = SessionMachine(addresses: urls.count, renewsTokens: options.tokens != nil)
        self.options = options
        held = HeldToken(options.tokens == nil ? options.token : nil)
        self.loop = loop
        self.dialer = dialer
        self.ownsLoop = ownsLoop
        random = ClientRandomness(seed: options.seed)
        var secret = ClientRandomness(seed: nil)
        key = options.key ?? options.edits?.key ?? secret.id()
    }

    /// The server that the client is connected to, or tries to reach.
    var url: RemoteURL { urls[session.address] }

    /// Host and port of the server that the client is connected to, or tries to reach.
    public var server: String { url.authority }

    // MARK: Connecting

    /// Connects, and stays connected.
    ///
    /// - Throws: `ListClientError` where the server refuses or, without
    ///   ``ClientOptions/waitsForServer``, cannot be reached at first.
    package func start() async throws(ListClientError) {
        perform(session.start())
        let end = options.timeout.map { ContinuousClock.now + $0 }
        while true {
            guard !Task.isCancelled else {
                perform(session.stop())
                throw .cancelled
            }
            if let end, state != .online, ContinuousClock.now >= end {
                perform(session.stop())
                throw .timedOut
            }
            switch state {
            case .online: return
            case .stopped(let reason): throw .stopped(reason)
            case .waiting(_, let reason) where !options.waitsForServer && session.hasTriedAll:
                perform(session.stop())
                throw .notConnected(
                    urls.count == 1
                        ? reason : "none of the \(urls.count) servers; the last: \(reason)")
            case .connecting, .waiting: _ = await nextState(before: end)
            }
        }
    }

    /// Goes offline, where edits wait, and connects again after so many seconds.
    package func leave(for seconds: Double) {
        perform(session.leave(for: seconds, now: EventLoop.now))
    }

    /// Closes the connection for good; edits without an answer are abandoned.
    public func stop() async {
        perform(session.stop())
        for list in lists.values {
            perform(list.machine.abandon("the client was stopped"), list)
            list.finish()
        }
        lists = [:]
        guard ownsLoop else { return }
        await dialer.close(within: 1)
        isClosed.store(true, ordering: .releasing)
    }

    /// What is asked after ``stop()`` is answered, on the loop: it ends with the last who may ask.
    deinit {
        if isClosed.load(ordering: .acquiring) { loop.stop() }
    }

    // MARK: Lists

    /// Opens a list, unless it is open, and waits until it is in step; throws as ``open(_:authors:)``.
    func attach(
        to id: String, window: RowWindow?, _ wantsAuthors: Bool
    ) async throws(ListClientError) {
        guard let key = ListID(checking: id) else { throw .noList(id) }
        if case .stopped(let reason) = state { throw .stopped(reason) }
        let list: ListSubscription
        if let known = lists[key], !known.isGone {
            guard known.machine.isSparse == (window != nil),
                known.machine.wantsAuthors || !wantsAuthors
            else { throw .openOtherwise(id) }
            list = known
        } else {
            list = ListSubscription(
                key, window: window, wantsAuthors: wantsAuthors, pending: keptEdits(of: key),
                seed: random.next())
            lists[key] = list
            if session.isOnline, let me {
                perform(list.machine.began(listSession(of: me), at: EventLoop.now), list)
                flush()
            }
        }
        let status = await opened(list, key)
        if case .stopped(let reason) = state { throw .stopped(reason) }
        guard let status else { throw waitEnd }
        if status == .unavailable {
            // No reader waits any more for a list that was never read.
            if !list.machine.replica.isRead, lists[key] === list { lists[key] = nil }
            throw .unavailable(id)
        }
        guard status.isInStep else { throw .noList(id) }
    }

    /// Waits until it is known whether the list is open; nil where the task was cancelled, or the wait was
    /// too long.
    private func opened(_ list: ListSubscription, _ key: ListID) async -> ListStatus? {
        guard !Task.isCancelled else { return nil }
        waits += 1
        let number = waits
        let timer = limitWait { $0.lists[key]?.endOpening(number) }
        defer { timer?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                list.whenOpen(number, waitsForList: options.waitsForServer, continuation)
            }
        } onCancel: {
            Task { await self.endWait(of: key) { $0.endOpening(number) } }
        }
    }

    func endWait(of key: ListID, _ end: @Sendable (ListSubscription) -> Void) {
        if let list = lists[key] { end(list) }
    }

    func close(_ key: ListID) {
        guard let list = lists.removeValue(forKey: key) else { return }
        perform(list.machine.abandon("the list was closed"), list)
        list.finish()
        guard session.isOnline else { return }
        perform([.send(.close(key))], list)
        flush()
    }

    func machine(of key: ListID) -> ListMachine? { lists[key]?.machine }
    func subscribe(_ key: ListID) -> EventBuffer { lists[key]?.subscribe() ?? .finished }

    func setPresence(_ presence: Presence, in key: ListID) {
        if let list = lists[key] { perform(list.machine.setPresence(presence), list) }
        flush()
    }

    // MARK: Events of the connection

    func connected(_ connection: Connection, _ attempt: Int) {
        self.connection = connection
        perform(session.connected(attempt, now: EventLoop.now))
    }

    func received(_ bytes: [UInt8], _ attempt: Int) {
        guard attempt == session.attempt else { return }
        session.received(attempt, now: EventLoop.now)
        do throws(DecodingProblem) {
            for message in try ServerFrame.decode(bytes) { handle(message) }
        } catch {
            perform(
                session.protocolError(
                    "the server sent no frame of the protocol: \(error.message)",
                    now: EventLoop.now, jitter: random.unit()))
        }
        flush()
    }

    func ended(_ end: SessionEnd, _ attempt: Int) {
        perform(session.ended(attempt, end, now: EventLoop.now, jitter: random.unit()))
    }

    private func listSession(of me: ClientID) -> ListSession {
        ListSession(me: me, limits: limits, hasAuthors: features.contains("authors"))
    }

    private func handle(_ message: ReceivedMessage) {
        if case .welcome(let welcome) = message {
            me = welcome.client
            (limits, features) = (welcome.limits, Set(welcome.features))
            perform(session.welcomed())
            awaitRenewal(until: held.ends)
            let session = listSession(of: welcome.client)
            for list in lists.values {
                perform(list.machine.began(session, at: EventLoop.now), list)
            }
        }
        if case .renewed(let renewed) = message {
            awaitRenewal(until: Double(renewed.until) / 1000)
        }
        if case .error(let refusal) = message, refusal.isFatal {
            if refusal.code == "unauthorized" { tokenRefused() }
            session.fatal(code: refusal.code, message: refusal.message)
        }
        if let key = message.list, let list = lists[key] {
            perform(list.machine.received(message, at: EventLoop.now), list)
        }
    }

    // MARK: Actions of the machines

    private func perform(_ actions: [SessionAction]) {
        for action in actions {
            switch action {
            case .connect(let attempt): dial(attempt)
            case .hello:
                outbox.prepend(.hello(Hello(client: key, name: options.name, token: held.text)))
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

    func perform(_ actions: [ListAction], _ list: ListSubscription) {
        for action in actions {
            switch action {
            case .send(let message): if session.isOnline { outbox.append(message) }
            case .answer(let id, let answer):
                forget(id, answer, in: list)
                list.answer(id, answer)
            case .read(let reader, let answer): list.answerRead(reader, answer)
            case .emit(let event): list.emit(event)
            }
        }
        if let deadline = list.machine.deadline { wake(at: deadline) }
    }

    /// Sends the waiting messages, or discards them where there is no connection.
    func flush() {
        guard let connection else { return outbox.removeAll() }
        for frame in outbox.takeFrames(limit: limits.frameBytes) {
            connection.send(Frame(text: frame))
        }
    }

    private func dial(_ attempt: Int) {
        let url = url
        Task {
            do throws(ListClientError) {
                try await holdToken()
            } catch {
                return ended(SessionEnd(code: nil, reason: error.description), attempt)
            }
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
            renewal?.cancel()
        }
        for list in lists.values where wasOnline { perform(list.machine.lost(), list) }
        if case .stopped(let reason) = state {
            for list in lists.values {
                perform(list.machine.abandon(reason.description), list)
                list.finish()
            }
        }
        let waiting = stateWaiters
        stateWaiters = [:]
        for waiter in waiting.values { waiter.resume(returning: state) }
    }

    private func schedule() {
        sessionTimer?.cancel()
        sessionTimer = nil
        guard let deadline = session.deadline else { return }
        sessionTimer = loop.schedule(after: deadline - EventLoop.now) { [weak self] in
            self?.assumeIsolated { client in
                client.perform(client.session.tick(EventLoop.now, jitter: client.random.unit()))
            }
        }
    }

    /// Calls ``tickLists()`` at `deadline`, unless it is due earlier.
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
        // A list that is not due yet sets the timer again.
        for list in lists.values {
            let isDue = list.machine.deadline ?? .infinity <= now
            perform(isDue ? list.machine.tick(at: now) : [], list)
        }
        flush()
    }
}
