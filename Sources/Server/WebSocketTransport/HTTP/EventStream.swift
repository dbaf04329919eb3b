/// A response that stays open and is sent one event after the other: Server-Sent Events (WHATWG HTML,
/// section 9.2).
///
/// Its body ends with the connection, so it has no length. On the loop's thread.
final class EventStream {
    private enum Stage {
        /// The head of the response is not written yet.
        case opening
        case open
        /// Ends once the queue is written.
        case closing
        case closed
    }

    /// Called once at the end of the stream, before its handler.
    var onEnd: () -> Void = {}

    private let socket: Socket
    private let limits: ConnectionLimits
    private var handler: (any ConnectionHandler)?
    private var stage = Stage.opening
    private var outbound: OutboundQueue
    /// Bytes of the last write while lws buffers a part of it; they count as queued.
    private var kept = 0 {
        didSet {
            guard kept != oldValue else { return }
            socket.queues.bytes += kept - oldValue
            socket.account.add(kept - oldValue)
        }
    }
    private var drainMark: Int?
    private var lastSent = EventLoop.now
    private var deadline = Double.infinity

    /// The body's beginning: milliseconds after which a browser that has lost the stream asks again.
    private static let opening = Array("retry: 1000\n\n".utf8)
    /// The end of an event.
    private static let end = Array("\n\n".utf8)
    /// A comment, which keeps proxies from ending a stream that is quiet, and finds peers that are gone.
    private static let comment = Array(":\n\n".utf8)
    /// Seconds without an event after which a comment is sent.
    private static let quietSeconds = 15.0

    init(_ socket: Socket, _ limits: ConnectionLimits) {
        self.socket = socket
        self.limits = limits
        outbound = OutboundQueue(total: socket.queues, account: socket.account)
        outbound.append(Self.opening)
    }

    /// Directs what happens to the stream to `handler`.
    func accept(_ handler: any ConnectionHandler) {
        self.handler = handler
    }

    // MARK: Called by the owner of the stream

    /// Sends the message of a frame as an event, if it is one.
    ///
    /// - Parameter prefix: What stands before the place in the event's id.
    func send(_ frame: Frame, prefix: String) {
        guard let event = frame.event else { return }
        switch stage {
        case .opening, .open: break
        case .closing, .closed: return
        }
        outbound.append(event.head(prefix: prefix))
        outbound.append(frame.wire, from: frame.wire.count - frame.payloadCount)
        outbound.append(Self.end)
        if event.isLast { close() }
        writeNow()
    }

    /// Bytes that the kernel has not accepted; a write that lws buffers in part counts in full.
    var queuedBytes: Int { outbound.count + (socket.isBlocked ? kept : 0) }

    var isThrottled: Bool { socket.account.isThrottled }

    /// Bytes received, and all bytes sent.
    var traffic: (received: Int, sent: Int) { (socket.bytesIn, socket.bytesOut) }

    func notifyWhenDrained(below bytes: Int) {
        switch stage {
        case .opening, .open: drainMark = bytes
        case .closing, .closed: return
        }
        guard queuedBytes <= bytes else { return }
        socket.afterPass { [weak self] in self?.checkDrained() }
    }

    /// Ends the stream once everything is written.
    func close() {
        switch stage {
        case .opening, .open: break
        case .closing, .closed: return
        }
        // After the head: it is written first.
        if case .open = stage { awaitWritable() }
        stage = .closing
        drainMark = nil
        deadline = EventLoop.now + limits.stallSeconds
    }

    // MARK: Called by the session of the socket

    /// The head of the response is written; false closes the socket.
    func begin() -> Bool {
        if case .opening = stage { stage = .open }
        return becameWritable()
    }

    func becameWritable() -> Bool {
        kept = 0
        guard flush() else { return false }
        checkDrained()
        if case .closing = stage, queuedBytes == 0 { return false }
        return true
    }

    func closed() {
        let handler = handler
        self.handler = nil
        stage = .closed
        outbound.removeAll()
        kept = 0
        onEnd()
        handler?.closed()
    }

    func tick(_ now: Double) {
        if now >= deadline { return socket.end() }
        guard case .open = stage else { return }
        // While it waits for a writable socket, lws spins over input.
        if socket.isAtEnd || !socket.isHeld && socket.hasInput {
            handler?.peerCloses(code: nil, reason: "")
            return socket.end()
        }
        // A peer that is gone without a word answers nothing: what it does not receive tells.
        if queuedBytes == 0, !socket.hasUnreceived {
            socket.restartStallClock(now)
            if now - lastSent >= Self.quietSeconds {
                outbound.append(Self.comment)
                writeNow()
            }
        } else if socket.hasStalled(now, after: limits.stallSeconds) {
            return stall()
        }
        if socket.account.hasShed(for: limits.sheddingSeconds, at: now) { stall() }
    }

    // MARK: Steps

    /// Ends a stream that is not read.
    ///
    /// Nothing more is sent: it could look like the rest of an event.
    private func stall() {
        stage = .closing
        outbound.removeAll()
        handler?.stalled()
        socket.end()
    }

    /// Writes what is queued, if nothing of an earlier write is left.
    private func writeNow() {
        if case .opening = stage { return }
        guard !socket.isBlocked else { return }
        // A socket that is dead is closed by its own callback.
        _ = flush()
    }

    /// Writes what is queued, as far as the socket takes it; false if the socket is dead.
    private func flush() -> Bool {
        guard outbound.isEmpty || socket.isBlocked || socket.takesTurn(for: outbound.count) else {
            socket.release(.request)
            return true
        }
        let isShort = outbound.count <= WriteTurns.shortBytes
        while !outbound.isEmpty, isShort || socket.hasTurnLeft, !socket.isBlocked {
            let isWritten = unsafe outbound.writeNext(gatheringIn: socket.scratch) { bytes in
                guard unsafe socket.write(bytes) else { return false }
                kept = socket.isBlocked ? bytes.count : 0
                return true
            }
            guard isWritten else { return false }
            lastSent = EventLoop.now
        }
        if !outbound.isEmpty || kept > 0 {
            awaitWritable()
        } else if case .open = stage {
            // Whatever the client sends after its request is not read.
            socket.hold(.request)
        }
        return true
    }

    /// Requests a call of ``becameWritable()``; lws makes none while reading is held.
    private func awaitWritable() {
        socket.release(.request)
        socket.requestWritable()
    }

    private func checkDrained() {
        guard let mark = drainMark, queuedBytes <= mark, case .open = stage else { return }
        drainMark = nil
        handler?.drained()
    }
}
