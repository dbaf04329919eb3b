import CWebSockets

/// A WebSocket on its socket, from the accepted handshake to the end; on the loop's thread.
///
/// Closing: after what is queued, libwebsockets sends the close frame, and the peer has `closeSeconds` to
/// answer. A peer's close frame is answered at once, before queued messages.
final class WebSocketSession: SocketRole {
    private enum Stage {
        /// Accepted; the response of the handshake is not written yet.
        case opening
        case open
        /// Closes once the queue is written.
        case closing(code: Int, reason: String)
        /// lws closes; nothing more is sent.
        case ending
    }

    /// Called once at the end of the session, before its handler.
    var onEnd: () -> Void = {}

    let isWebSocket = true
    private let socket: Socket
    private let limits: ConnectionLimits
    /// Whether this side is the client, which masks its frames.
    private let isClient: Bool
    private var handler: (any ConnectionHandler)?
    private var stage = Stage.opening
    private var isEstablished = false
    private var outbound: OutboundQueue
    /// Bytes of the last write while lws buffers a part of it; they count as queued.
    private var kept = 0 {
        didSet {
            guard kept != oldValue else { return }
            socket.queues.bytes += kept - oldValue
            account.add(kept - oldValue)
        }
    }
    /// Bytes of the account that are for an incomplete message.
    private var assembled = 0 {
        didSet { account.add(assembled - oldValue) }
    }
    /// Bytes of the account that the connection's owner holds.
    var ownedBytes = 0 {
        didSet { account.add(ownedBytes - oldValue) }
    }
    private let account: LedgerAccount
    /// The id of the connection.
    let number: UInt64
    private var assembly: MessageAssembly
    /// Whether a part of a message has arrived: lws may have to send a pong for a ping between its
    /// fragments, before queued messages.
    private var isInPieces = false
    private var maskCheck: InputPeek?
    private var drainMark: Int?
    private var liveness: Liveness
    private var owesPing = false
    private var deadline = Double.infinity

    /// - Parameter number: The id of the connection, which labels its turns.
    init(
        _ socket: Socket, _ limits: ConnectionLimits, number: UInt64, isClient: Bool = false
    ) {
        self.socket = socket
        self.number = number
        account = socket.account
        self.isClient = isClient
        self.limits = limits
        outbound = OutboundQueue(total: socket.queues, account: socket.account)
        assembly = MessageAssembly(
            maxMessageBytes: limits.maxMessageBytes,
            maxFirstMessageBytes: limits.maxFirstMessageBytes, acceptsBinary: limits.acceptsBinary)
        liveness = Liveness(
            EventLoop.now, idleSeconds: limits.idlePingSeconds, pongSeconds: limits.pongSeconds)
    }

    private var isOpen: Bool {
        if case .open = stage { return true }
        return false
    }

    // MARK: Called by the owner of the connection

    func send(_ frame: Frame) {
        switch stage {
        case .opening: outbound.append(wire(of: frame))
        case .open:
            let wire = wire(of: frame)
            if outbound.isEmpty, !socket.isBlocked, !isInPieces,
                socket.takesTurn(for: wire.count)
            {
                write(wire)
            } else {
                outbound.append(wire)
                if isInPieces { socket.requestWritable() }
            }
        case .closing, .ending: break
        }
    }

    private func wire(of frame: Frame) -> [UInt8] {
        isClient ? frame.masked(with: .random(in: .min ... .max)) : frame.wire
    }

    /// Bytes that the kernel has not accepted; a write that lws buffers in part counts in full.
    var queuedBytes: Int { outbound.count + (socket.isBlocked ? kept : 0) }

    var isThrottled: Bool { account.isThrottled }

    /// Bytes of received messages, and all bytes sent.
    var traffic: (received: Int, sent: Int) { (socket.bytesIn, socket.bytesOut) }

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
        endOutput()
        socket.end()
    }

    // MARK: Called by libwebsockets

    /// Accepts the handshake; `handler` receives the events.
    func accept(_ handler: any ConnectionHandler) {
        self.handler = handler
    }

    /// The response of the handshake is written.
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

    /// Handles a piece of a message; see ``MessageAssembly``.
    func received(
        _ piece: UnsafeRawBufferPointer, remaining: Int, isFinal: Bool, isBinary: Bool
    ) {
        liveness.inputArrived()
        maskCheck = nil
        socket.countInput(piece.count)
        guard isOpen else { return }
        let outcome = unsafe assembly.add(
            piece, remaining: remaining, isFinal: isFinal, isBinary: isBinary)
        if assembled != assembly.heldBytes { assembled = assembly.heldBytes }
        defer { isInPieces = outcome == .needsMore }
        switch outcome {
        case .needsMore: break
        case .message(let message): handler?.received(message)
        case .binary(let message): handler?.receivedBinary(message)
        case .refused(let problem):
            handler?.refused(problem)
            close(code: problem.closeCode, reason: "")
        }
    }

    func receivedPong() {
        liveness.inputArrived()
    }

    /// Handles a close frame with this payload.
    ///
    /// lws echoes it, or answers some invalid codes with 1002.
    ///
    /// - Returns: False to close with the problem found here instead.
    func peerCloses(_ payload: UnsafeRawBufferPointer) -> Bool {
        if isOpen { unsafe reportClose(payload) }
        endOutput()
        guard let problem = unsafe CloseCode.problem(ofPeers: payload) else { return true }
        unsafe lws_shim_close_reason(socket.wsi, Int32(problem), nil, 0)
        // The peer has sent its close frame, valid or not; there is nothing more to wait for.
        socket.endOutput(after: Self.partingSeconds)
        return false
    }

    private func reportClose(_ payload: UnsafeRawBufferPointer) {
        guard payload.count >= 2 else { return handler?.peerCloses(code: nil, reason: "") ?? () }
        let code = unsafe Int(payload[0]) << 8 | Int(payload[1])
        let reason = unsafe String(decoding: payload.dropFirst(2), as: UTF8.self)
        handler?.peerCloses(code: code, reason: reason)
    }

    /// lws closes; unless this side has closed, because the peer violated the protocol.
    func dropped() {
        if isOpen { socket.endOutput(after: Self.partingSeconds) }
        endOutput()
    }

    /// Ends the output: the peer closes, or lws does.
    func endOutput() {
        if case .ending = stage { return }
        stage = .ending
        maskCheck = nil
        drainMark = nil
        outbound.removeAll()
        dropPieces()
        deadline = EventLoop.now + limits.closeSeconds
        resumeReading()
    }

    func becameWritable() -> Bool {
        kept = 0
        if owesPing, isOpen {
            owesPing = false
            guard unsafe lws_shim_ping(socket.wsi) >= 0 else { return false }
        }
        flush()
        checkDrained()
        guard case .closing(let code, let reason) = stage, queuedBytes == 0 else { return true }
        endOutput()
        let text = CloseCode.cut(reason)
        unsafe lws_shim_close_reason(socket.wsi, Int32(code), text, text.count)
        return false
    }

    func closed() {
        let handler = handler
        self.handler = nil
        stage = .ending
        maskCheck = nil
        outbound.removeAll()
        dropPieces()
        kept = 0
        onEnd()
        handler?.closed()
    }

    func tick(_ now: Double) {
        if now >= deadline { return socket.end() }
        guard isOpen else { return }
        if queuedBytes == 0 {
            socket.restartStallClock(now)
        } else if socket.hasStalled(now, after: limits.stallSeconds) {
            return stall(now)
        }
        if account.hasShed(for: limits.sheddingSeconds, at: now) { return stall(now) }
        // A peer that is not read cannot answer, and a ping would wait after the queue.
        switch liveness.tick(now, isExcused: socket.isHeld || queuedBytes > 0) {
        case .none: break
        case .ping:
            owesPing = true
            socket.requestWritable()
        case .cut: socket.end()
        }
    }

    /// Closes if an incomplete message holds most of the memory; only the peer can shorten the queue.
    func reclaim() {
        guard isOpen, assembled * 2 > account.bytes else { return }
        dropPieces()
        close(code: CloseCode.tryAgainLater, reason: "too much is held in memory")
    }

    private func dropPieces() {
        assembly.drop()
        if assembled > 0 { assembled = 0 }
    }

    func retire() {
        close(code: CloseCode.goingAway, reason: "shuttingDown")
    }

    // MARK: Steps

    /// The time for lws to send a close frame to a peer that violated the protocol.
    private static let partingSeconds = 0.1

    /// Writes a frame while nothing is queued.
    private func write(_ wire: [UInt8]) {
        _ = unsafe wire.withUnsafeBytes { unsafe pass($0) }
        if kept > 0 { socket.requestWritable() }
    }

    /// Passes bytes to lws; false if the socket is dead.
    private func pass(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard unsafe socket.write(bytes) else { return false }
        kept = socket.isBlocked ? bytes.count : 0
        return true
    }

    private func flush() {
        guard isEstablished,
            outbound.isEmpty || socket.isBlocked || socket.takesTurn(for: outbound.count)
        else { return }
        let isShort = outbound.count <= WriteTurns.shortBytes
        while !outbound.isEmpty, isShort || socket.hasTurnLeft, !socket.isBlocked {
            let isWritten = unsafe outbound.writeNext(gatheringIn: socket.scratch) {
                unsafe pass($0)
            }
            guard isWritten else { return }
        }
        if !outbound.isEmpty || kept > 0 { socket.requestWritable() }
    }

    private func stall(_ now: Double) {
        outbound.removeAll()
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
