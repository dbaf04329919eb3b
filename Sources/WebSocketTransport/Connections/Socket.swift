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
    func checkFirstMask(_ violated: @escaping () -> Void) -> MaskCheck {
        unsafe MaskCheck(wsi, on: shared.loop.handle, violated)
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
    }

    /// Runs `work` at the end of this pass.
    func afterPass(_ work: @escaping () -> Void) {
        let work = LoopConfined(work)
        shared.loop.execute { work.value() }
    }
}
