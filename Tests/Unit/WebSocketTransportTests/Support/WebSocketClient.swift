@testable import WebSocketTransport

extension Dialer {
    /// Opens a WebSocket that is read message by message.
    ///
    /// - Parameter greeting: A message that is sent as soon as it is open; nil: none.
    func connect(
        to url: RemoteURL, subprotocol: String = "",
        headers: [(name: String, value: String)] = [], greeting: String? = nil
    ) async throws(DialError) -> WebSocketClient {
        let inbox = WebSocketInbox(on: loop)
        let connection = try await connect(to: url, subprotocol: subprotocol, headers: headers) {
            inbox.attach($0)
            if let greeting { $0.send(Frame(text: Array(greeting.utf8))) }
            return inbox
        }
        return WebSocketClient(connection, inbox, loop)
    }
}

/// A WebSocket that was dialed, read message by message; from any thread.
final class WebSocketClient: Sendable {
    private let connection: Connection
    private let inbox: WebSocketInbox
    private let loop: EventLoop

    init(_ connection: Connection, _ inbox: WebSocketInbox, _ loop: EventLoop) {
        self.connection = connection
        self.inbox = inbox
        self.loop = loop
    }

    deinit {
        close()
    }

    /// The next message, or the end; once over, the end again and again.
    ///
    /// One call at a time. Messages that nobody asks for wait here up to 1 MiB, then with the peer.
    ///
    /// - Throws: ``DialError/cancelled`` where the task is cancelled; the connection stays.
    func next() async throws(DialError) -> WebSocketEvent {
        let event: WebSocketEvent? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.execute { [inbox] in
                    inbox.next { continuation.resume(returning: $0) }
                }
            }
        } onCancel: {
            loop.execute { [inbox] in inbox.stopWaiting() }
        }
        guard let event, !Task.isCancelled else { throw .cancelled }
        return event
    }

    /// So much may wait to be sent before ``send(_:)`` itself waits.
    private static let maxQueuedBytes = 1 << 20

    /// Sends a text message, which must be valid UTF-8; waits while over 1 MiB is queued.
    ///
    /// - Throws: ``DialError/closed`` where the connection is over.
    func send(_ message: [UInt8]) async throws(DialError) {
        let frame = Frame(text: message)
        let isSent: Bool = await withCheckedContinuation { continuation in
            loop.execute { [inbox, connection] in
                inbox.whenQueued(below: Self.maxQueuedBytes) { isOpen in
                    if isOpen { connection.send(frame) }
                    continuation.resume(returning: isOpen)
                }
            }
        }
        guard isSent else { throw .closed }
    }

    /// Sends a text message, see ``send(_:)-([UInt8])``.
    func send(_ message: String) async throws(DialError) {
        try await send(Array(message.utf8))
    }

    /// Closes after what is queued; ``next()`` tells when that is done.
    func close(code: Int = 1000, reason: String = "") {
        loop.execute { [connection] in connection.close(code: code, reason: reason) }
    }
}

/// What a ``WebSocketClient`` hears next.
enum WebSocketEvent: Sendable, Equatable {
    /// One whole text message, valid UTF-8.
    case message([UInt8])
    /// The connection is over: with the peer's close code and reason, or without where it gave none
    /// or this side closed.
    case closed(code: Int?, reason: String)
}

/// Keeps the messages of a ``WebSocketClient`` until they are asked for.
///
/// Bounded: while `maxBytes` of them wait, the peer is not read from.
final class WebSocketInbox: ConnectionHandler, Sendable {
    private static let maxBytes = 1 << 20
    private let state: LoopBound<State>

    private final class State {
        var connection: Connection?
        var messages: [[UInt8]] = []
        var first = 0
        var bytes = 0
        var end = WebSocketEvent.closed(code: nil, reason: "")
        var isOver = false
        var receiver: ((WebSocketEvent?) -> Void)?
        var senders: [(Bool) -> Void] = []
    }

    init(on loop: EventLoop) {
        state = LoopBound(State(), loop: loop)
    }

    /// On the loop's thread, as all of these.
    func attach(_ connection: Connection) {
        state.value.connection = connection
    }

    // MARK: Receiving

    /// Gives the next event; nil where ``stopWaiting()`` came first.
    func next(_ receiver: @escaping (WebSocketEvent?) -> Void) {
        let state = state.value
        guard state.first < state.messages.count else {
            if state.isOver { return receiver(state.end) }
            state.receiver = receiver
            return
        }
        let message = state.messages[state.first]
        state.messages[state.first] = []
        state.first += 1
        if state.first == state.messages.count {
            state.messages.removeAll(keepingCapacity: true)
            state.first = 0
        }
        let wasFull = state.bytes >= Self.maxBytes
        state.bytes -= message.count
        if wasFull, state.bytes < Self.maxBytes { state.connection?.resumeReading() }
        receiver(.message(message))
    }

    /// Whoever waits for an event gets none.
    func stopWaiting() {
        let receiver = state.value.receiver
        state.value.receiver = nil
        receiver?(nil)
    }

    func received(_ message: [UInt8]) {
        let state = state.value
        if let receiver = state.receiver {
            state.receiver = nil
            return receiver(.message(message))
        }
        state.messages.append(message)
        let wasFull = state.bytes >= Self.maxBytes
        state.bytes += message.count
        if !wasFull, state.bytes >= Self.maxBytes { state.connection?.pauseReading() }
    }

    func refused(_ problem: FrameProblem) {
        state.value.end = .closed(code: problem.closeCode, reason: "refused here: \(problem)")
    }

    func peerCloses(code: Int?, reason: String) {
        state.value.end = .closed(code: code, reason: reason)
    }

    func closed() {
        let state = state.value
        state.isOver = true
        state.connection = nil
        let receiver = state.receiver
        state.receiver = nil
        receiver?(state.end)
        wakeSenders(isOpen: false)
    }

    // MARK: Sending

    /// Calls `go` with true once at most `bytes` are queued, with false where the connection is over.
    func whenQueued(below bytes: Int, _ go: @escaping (Bool) -> Void) {
        let state = state.value
        guard !state.isOver, let connection = state.connection else { return go(false) }
        guard connection.queuedBytes > bytes else { return go(true) }
        state.senders.append(go)
        connection.notifyWhenDrained(below: bytes)
    }

    func drained() {
        wakeSenders(isOpen: true)
    }

    private func wakeSenders(isOpen: Bool) {
        let senders = state.value.senders
        state.value.senders = []
        senders.forEach { $0(isOpen) }
    }
}
