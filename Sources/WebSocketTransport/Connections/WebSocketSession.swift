import CWebSockets

/// A WebSocket on its socket, from the handshake's acceptance to the end.
///
/// Closing: after what is queued, libwebsockets sends our close frame and the peer has `closeSeconds`
/// to answer. A peer's close is answered at once, ahead of what had not been begun.
final class WebSocketSession: SocketRole {
    private enum Stage {
        /// Accepted, the answer not yet written.
        case opening
        case open
        /// To be closed once the queue is written.
        case closing(code: Int, reason: String)
        /// lws is closing: nothing is sent any more.
        case ending
    }

    /// Called once at the end of the session, before its handler.
    var onEnd: () -> Void = {}

    private let socket: Socket
    private let limits: ConnectionLimits
    /// Whether this side dialed: then it masks its frames, and the peer does not.
    private let isClient: Bool
    private var handler: (any ConnectionHandler)?
    private var stage = Stage.opening
    private var isEstablished = false
    private var outbound = OutboundQueue()
    /// Bytes of the last write, part of which lws may still keep.
    private var kept = 0
    private var assembly: MessageAssembly
    private var maskCheck: MaskCheck?
    private var drainMark: Int?
    private var liveness: Liveness
    private var owesPing = false
    private var deadline = Double.infinity

    init(_ socket: Socket, _ limits: ConnectionLimits, isClient: Bool = false) {
        self.socket = socket
        self.isClient = isClient
        self.limits = limits
        assembly = MessageAssembly(maxMessageBytes: limits.maxMessageBytes)
        liveness = Liveness(
            EventLoop.now, idleSeconds: limits.idlePingSeconds, pongSeconds: limits.pongSeconds)
    }

    private var isOpen: Bool {
        if case .open = stage { return true }
        return false
    }

    // MARK: What the connection's owner asks

    func send(_ frame: Frame) {
        switch stage {
        case .opening: outbound.append(wire(of: frame))
        case .open:
            let wasIdle = outbound.isEmpty && !socket.isBlocked
            outbound.append(wire(of: frame))
            if wasIdle { flush() }
        case .closing, .ending: break
        }
    }

    private func wire(of frame: Frame) -> [UInt8] {
        isClient ? frame.masked(with: .random(in: .min ... .max)) : frame.wire
    }

    /// Bytes that the kernel has not taken; what lws keeps of a write counts as the whole write.
    var queuedBytes: Int { outbound.count + (socket.isBlocked ? kept : 0) }

    func notifyWhenDrained(below bytes: Int) {
        switch stage {
        case .opening, .open: drainMark = bytes
        case .closing, .ending: return
        }
        guard queuedBytes <= bytes else { return }
        socket.afterPass { [weak self] in self?.checkDrained() }
    }

    func pauseReading() {
        switch stage {
        case .opening, .open: socket.hold(.application)
        case .closing, .ending: break
        }
    }

    func resumeReading() {
        socket.release(.application)
    }

    func close(code: Int, reason: String) {
        switch stage {
        case .opening, .open: break
        case .closing, .ending: return
        }
        stage = .closing(code: code, reason: reason)
        drainMark = nil
        deadline = EventLoop.now + limits.stallSeconds
        resumeReading()
        if isEstablished { socket.requestWritable() }
    }

    func cut() {
        ends()
        socket.end()
    }

    // MARK: What libwebsockets tells

    /// The handshake will be accepted; `handler` hears the connection.
    func accept(_ handler: any ConnectionHandler) {
        self.handler = handler
    }

    /// The handshake's answer is written.
    func established() {
        isEstablished = true
        if !isClient {
            maskCheck = socket.checkFirstMask { [unowned self] in
                close(code: CloseCode.protocolError, reason: "frame not masked")
            }
        }
        if case .opening = stage { stage = .open }
        flush()
        if case .closing = stage { socket.requestWritable() }
    }

    /// A piece of a message, see ``MessageAssembly``.
    func received(
        _ piece: UnsafeRawBufferPointer, remaining: Int, isFinal: Bool, isBinary: Bool
    ) {
        liveness.hear()
        maskCheck = nil
        socket.countInput(piece.count)
        guard isOpen else { return }
        let outcome = unsafe assembly.add(
            piece, remaining: remaining, isFinal: isFinal, isBinary: isBinary)
        switch outcome {
        case .needsMore: break
        case .message(let message): handler?.received(message)
        case .refused(let problem):
            handler?.refused(problem)
            close(code: problem.closeCode, reason: "")
        }
    }

    func receivedPong() {
        liveness.hear()
    }

    /// The peer closes, with this payload; lws answers with the same, and with 1002 to some codes
    /// that may not be sent.
    ///
    /// False: it is to close with what was found wrong here.
    func peerCloses(_ payload: UnsafeRawBufferPointer) -> Bool {
        if isOpen { unsafe tellPeerCloses(payload) }
        ends()
        guard let problem = unsafe CloseCode.problem(ofPeers: payload) else { return true }
        unsafe lockstep_close_reason(socket.wsi, Int32(problem), nil, 0)
        return false
    }

    private func tellPeerCloses(_ payload: UnsafeRawBufferPointer) {
        guard payload.count >= 2 else { return handler?.peerCloses(code: nil, reason: "") ?? () }
        let code = unsafe Int(payload[0]) << 8 | Int(payload[1])
        let reason = unsafe String(decoding: payload.dropFirst(2), as: UTF8.self)
        handler?.peerCloses(code: code, reason: reason)
    }

    /// The peer closes, or lws does because the peer broke the protocol: no more is sent from here.
    func ends() {
        if case .ending = stage { return }
        stage = .ending
        maskCheck = nil
        drainMark = nil
        outbound = OutboundQueue()
        deadline = EventLoop.now + limits.closeSeconds
        resumeReading()
    }

    func becameWritable() -> Bool {
        if owesPing, isOpen {
            owesPing = false
            guard unsafe lockstep_ping(socket.wsi) >= 0 else { return false }
        }
        flush()
        checkDrained()
        guard case .closing(let code, let reason) = stage, queuedBytes == 0 else { return true }
        ends()
        let text = CloseCode.cut(reason)
        unsafe lockstep_close_reason(socket.wsi, Int32(code), text, text.count)
        return false
    }

    func closed() {
        let handler = handler
        self.handler = nil
        stage = .ending
        maskCheck = nil
        outbound = OutboundQueue()
        onEnd()
        handler?.closed()
    }

    func tick(_ now: Double) {
        if now >= deadline { return socket.end() }
        guard isOpen else { return }
        if queuedBytes == 0 {
            socket.hasCaughtUp(now)
        } else if socket.hasStalled(now, after: limits.stallSeconds) {
            return stall(now)
        }
        // Whoever is not read cannot be heard, and a ping would wait behind what is queued.
        switch liveness.tick(now, isExcused: socket.isHeld || queuedBytes > 0) {
        case .nothing: break
        case .ping:
            owesPing = true
            socket.requestWritable()
        case .cut: socket.end()
        }
    }

    func retire() {
        close(code: CloseCode.goingAway, reason: "shuttingDown")
    }

    // MARK: Steps

    /// No more goes out of one socket before others have their turn.
    private static let maxBytesPerPass = 1 << 20

    private func flush() {
        guard isEstablished else { return }
        var budget = Self.maxBytesPerPass
        while !outbound.isEmpty, budget > 0, !socket.isBlocked {
            let isWritten = unsafe outbound.writeNext(gatheringIn: socket.scratch) { bytes in
                kept = bytes.count
                return unsafe socket.write(bytes)
            }
            guard isWritten else { return }
            budget -= kept
        }
        if !outbound.isEmpty { socket.requestWritable() }
    }

    private func stall(_ now: Double) {
        outbound = OutboundQueue()
        handler?.stalled()
        close(code: CloseCode.stalled, reason: "slow consumer")
        deadline = now + limits.closeSeconds
    }

    private func checkDrained() {
        guard let mark = drainMark, queuedBytes <= mark, isOpen else { return }
        drainMark = nil
        handler?.drained()
    }
}
