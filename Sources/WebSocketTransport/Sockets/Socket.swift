import CWebSockets

/// One socket of a libwebsockets context, accepted or dialed; on the loop's thread.
///
/// lws is handed one write at a time: what it cannot send it copies and keeps, without bound.
@safe
final class Socket {
    /// Why a socket is not read.
    struct Hold: OptionSet {
        let rawValue: UInt8
        /// The connection's owner has paused it.
        static let application = Hold(rawValue: 1)
        /// A request waits for its answer.
        static let request = Hold(rawValue: 2)
    }

    let id: UInt64
    let wsi: OpaquePointer
    private let shared: SocketContext
    /// Counts what waits in all outbound queues.
    var queues: QueueTotal { shared.queues }
    /// What is held for this socket: what waits for the peer, and what it has said in part.
    let account: LedgerAccount
    /// Measures the turns of the loop.
    var turns: LoopTurns { shared.turns }
    private(set) lazy var remoteAddress = unsafe PeerAddress.numeric(of: wsi)
    private(set) var role: (any SocketRole)?
    /// The role, once it is that of a WebSocket: what most callbacks are for.
    private(set) var webSocket: WebSocketSession?
    private var holds: Hold = []
    private var progress = Progress()
    private(set) var isEnding = false
    private var isClosed = false
    /// Bytes of messages and bodies that came in.
    private(set) var bytesIn = 0
    /// Bytes handed to lws.
    private(set) var bytesOut = 0

    private struct Progress {
        var unacknowledged: Int32 = -1
        var lastMoved = 0.0
        var hasWritten = false
    }

    init(id: UInt64, _ wsi: OpaquePointer, _ shared: SocketContext) {
        self.id = id
        unsafe self.wsi = unsafe wsi
        self.shared = shared
        account = shared.ledger.open()
        // Closed before the socket is let go of.
        account.reclaim = { [unowned self] in role?.reclaim() }
    }

    /// From here on `role` hears the socket.
    func assign(_ role: any SocketRole) {
        self.role = role
        webSocket = role as? WebSocketSession
    }

    // MARK: Output

    /// Where to gather what is written together.
    var scratch: UnsafeMutableRawBufferPointer { unsafe shared.scratch }

    /// Whether lws still has part of a write to send.
    var isBlocked: Bool { unsafe !isClosed && lws_partial_buffered(wsi) != 0 }

    /// Hands `bytes` over; false if the socket is dead, and then it ends.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isEnding else { return false }
        let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard unsafe lockstep_write(wsi, base, bytes.count) >= 0 else {
            end()
            return false
        }
        shared.counters.bytesOut += UInt64(bytes.count)
        bytesOut += bytes.count
        progress.hasWritten = true
        return true
    }

    /// Whether the kernel can be handed bytes past lws: they are not encrypted, and nothing is before
    /// them.
    var takesDirectly: Bool { unsafe !isEnding && !isBlocked && lockstep_is_plain(wsi) != 0 }

    /// Hands the kernel as much of `bytes` as it takes; to be asked ``takesDirectly`` before.
    ///
    /// lws would copy what is left over. For HTTP only: lws puts frames of its own between others.
    ///
    /// - Returns: how many bytes it took; nil if the socket is dead, and then it ends.
    func writeDirectly(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let count = unsafe lockstep_send(wsi, base, bytes.count)
        guard count >= 0 else {
            end()
            return nil
        }
        guard count > 0 else { return 0 }
        shared.counters.bytesOut += UInt64(count)
        bytesOut += count
        progress.hasWritten = true
        return count
    }

    /// Has ``SocketRole/becameWritable()`` called as soon as nothing is partly sent.
    func requestWritable() {
        guard !isEnding else { return }
        _ = unsafe lws_callback_on_writable(wsi)
    }

    /// Whether the peer has taken nothing for `seconds`; to be asked regularly while bytes wait.
    func hasStalled(_ now: Double, after seconds: Double) -> Bool {
        let unacknowledged = unsafe lockstep_unacknowledged(wsi)
        if progress.hasWritten || unacknowledged != progress.unacknowledged {
            progress = Progress(unacknowledged: unacknowledged, lastMoved: now)
        }
        return now - progress.lastMoved >= seconds
    }

    /// Counts the time of ``hasStalled(_:after:)`` from here: nothing waits.
    func hasCaughtUp(_ now: Double) {
        progress.lastMoved = now
    }

    /// Sends no more; the peer sees the end of the stream and may still be read.
    func endOutput() {
        guard !isClosed else { return }
        unsafe lockstep_shutdown_output(wsi)
    }

    /// The same after `seconds`.
    func endOutput(after seconds: Double) {
        let end = LoopConfined { [weak self] in self?.endOutput() }
        shared.loop.schedule(after: seconds) { end.value() }
    }

    // MARK: Input

    /// Whether the peer is not read from.
    var isHeld: Bool { !holds.isEmpty }

    /// Whether something, or the end of the stream, waits to be read.
    var hasInput: Bool {
        var byte: UInt8 = 0
        return unsafe !isClosed && lockstep_peek(wsi, &byte, 1) >= 0
    }

    /// Calls `violated` once if the first frame of a WebSocket comes without a mask.
    func checkFirstMask(_ violated: @escaping () -> Void) -> InputPeek {
        var mask = FirstMask()
        let head = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[..<2])
        return unsafe InputPeek(wsi, on: shared.loop.handle, scratch: head) { bytes in
            guard let isMasked = unsafe mask.isMasked(bytes) else { return true }
            if !isMasked { violated() }
            return false
        }
    }

    /// Calls `found` once, before lws reads the target of the next request: whether lws can read it, and
    /// whether the request's head has come whole and alone.
    func checkTarget(_ found: @escaping (_ isReadable: Bool, _ isAlone: Bool) -> Void) -> InputPeek
    {
        var target = RequestTarget()
        return unsafe InputPeek(wsi, on: shared.loop.handle, scratch: scratch) { bytes in
            guard let isReadable = unsafe target.isReadable(bytes) else { return true }
            found(isReadable, unsafe RequestTarget.isWholeHead(bytes))
            return false
        }
    }

    /// Reads over what has come, past lws.
    func skipInput() {
        guard !isClosed else { return }
        let base = unsafe scratch.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe lockstep_skip(wsi, base, scratch.count)
    }

    /// Stops reading for this reason.
    func hold(_ reason: Hold) {
        let wasHeld = isHeld
        holds.insert(reason)
        if !wasHeld { allowInput(false) }
    }

    /// Reads again, unless another reason holds.
    func release(_ reason: Hold) {
        let wasHeld = isHeld
        holds.remove(reason)
        if wasHeld, !isHeld { allowInput(true) }
    }

    private func allowInput(_ allowed: Bool) {
        guard !isClosed else { return }
        _ = unsafe lws_rx_flow_control(wsi, allowed ? 1 : 0)
    }

    /// Counts bytes that lws has handed over.
    func countInput(_ bytes: Int) {
        shared.counters.bytesIn += UInt64(bytes)
        bytesIn += bytes
    }

    // MARK: End

    /// Takes lws's own time limit off.
    func clearTimeout() {
        guard !isEnding else { return }
        unsafe lockstep_clear_timeout(wsi)
    }

    /// Cuts the socket, in the next pass.
    func end() {
        guard !isEnding else { return }
        isEnding = true
        unsafe lockstep_end(wsi)
    }

    /// To be called some times a second, with the monotonic time in seconds.
    ///
    /// Asks again for an end: where lws goes a step further in the same pass, with a handshake say,
    /// its own time limit takes the place of the end.
    func tick(_ now: Double) {
        if isEnding, !isClosed { unsafe lockstep_end(wsi) }
        role?.tick(now)
    }

    /// lws has closed the socket.
    func closed() {
        guard !isClosed else { return }
        isClosed = true
        isEnding = true
        let role = role
        self.role = nil
        webSocket = nil
        role?.closed()
        account.close()
    }

    /// Runs `work` at the end of this pass.
    func afterPass(_ work: @escaping () -> Void) {
        let work = LoopConfined(work)
        shared.loop.execute { work.value() }
    }
}
