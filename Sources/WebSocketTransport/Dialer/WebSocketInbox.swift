/// Keeps the messages of a ``WebSocketClient`` until they are asked for.
///
/// Bounded: while `maxBytes` of them wait, the peer is not read from.
final class WebSocketInbox: ConnectionHandler {
    private static let maxBytes = 1 << 20
    private let state = LoopConfined(State())

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
