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
    private var outbound: OutboundQueue
    /// Bytes of the last write, where lws still keeps part of it; counted with what is queued.
    private var kept = 0 {
        didSet {
            guard kept != oldValue else { return }
            socket.queues.bytes += kept - oldValue
            account.add(kept - oldValue)
        }
    }
    /// What of the account is for a message that is not whole yet.
    private var assembled = 0 {
        didSet { account.add(assembled - oldValue) }
    }
    /// What of it the connection's owner keeps.
    var ownedBytes = 0 {
        didSet { account.add(ownedBytes - oldValue) }
    }
    private let account: LedgerAccount
    /// The connection's number.
    let number: UInt64
    private var assembly: MessageAssembly
    /// Whether part of a message is in: lws may owe a pong for a ping among its fragments, which
    /// goes out before what waits in the queue.
    private var isInPieces = false
    private var maskCheck: InputPeek?
    private var drainMark: Int?
    private var liveness: Liveness
    private var owesPing = false
    private var deadline = Double.infinity

    /// - Parameter number: the connection's, by which its turns are told apart.
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
            maxFirstMessageBytes: limits.maxFirstMessageBytes, takesBinary: limits.takesBinary)
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
            let wire = wire(of: frame)
            if outbound.isEmpty, !socket.isBlocked, !isInPieces {
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

    /// Bytes that the kernel has not taken; what lws keeps of a write counts as the whole write.
    var queuedBytes: Int { outbound.count + (socket.isBlocked ? kept : 0) }

    var isPaying: Bool { account.isPaying }

    /// Bytes of messages that came, and all that went.
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
        // Its close frame has come, right or wrong: there is nothing more to wait for.
        socket.endOutput(after: Self.partingSeconds)
        return false
    }

    private func tellPeerCloses(_ payload: UnsafeRawBufferPointer) {
        guard payload.count >= 2 else { return handler?.peerCloses(code: nil, reason: "") ?? () }
        let code = unsafe Int(payload[0]) << 8 | Int(payload[1])
        let reason = unsafe String(decoding: payload.dropFirst(2), as: UTF8.self)
        handler?.peerCloses(code: code, reason: reason)
    }

    /// lws closes; if nobody had asked for it, then because the peer broke the protocol.
    func dropped() {
        if isOpen { socket.endOutput(after: Self.partingSeconds) }
        ends()
    }

    /// The peer closes, or lws does because the peer broke the protocol: no more is sent from here.
    func ends() {
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
            socket.hasCaughtUp(now)
        } else if socket.hasStalled(now, after: limits.stallSeconds) {
            return stall(now)
        }
        if account.hasPaid(for: limits.payingSeconds, at: now) { return stall(now) }
        // Whoever is not read cannot be heard, and a ping would wait behind what is queued.
        switch liveness.tick(now, isExcused: socket.isHeld || queuedBytes > 0) {
        case .nothing: break
        case .ping:
            owesPing = true
            socket.requestWritable()
        case .cut: socket.end()
        }
    }

    /// What is queued can only be taken by the peer; a message that is not whole may not come to an end.
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

    /// So long lws has to send a close frame to a peer that broke the protocol with its own.
    private static let partingSeconds = 0.1

    /// No more goes out of one socket before others have their turn.
    private static let maxBytesPerPass = 1 << 20

    /// Writes a frame before which nothing waits.
    private func write(_ wire: [UInt8]) {
        _ = unsafe wire.withUnsafeBytes { unsafe hand($0) }
        if kept > 0 { socket.requestWritable() }
    }

    /// Hands bytes to lws; false if the socket is dead.
    private func hand(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard unsafe socket.write(bytes) else { return false }
        kept = socket.isBlocked ? bytes.count : 0
        return true
    }

    private func flush() {
        guard isEstablished else { return }
        var budget = Self.maxBytesPerPass
        while !outbound.isEmpty, budget > 0, !socket.isBlocked {
            let queued = outbound.count
            let isWritten = unsafe outbound.writeNext(gatheringIn: socket.scratch) {
                unsafe hand($0)
            }
            guard isWritten else { return }
            budget -= queued - outbound.count
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
