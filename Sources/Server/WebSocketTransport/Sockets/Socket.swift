import CWebSockets

/// One socket of a libwebsockets context, accepted or dialed; on the loop's thread.
///
/// At most one write is pending in lws, which copies what it cannot send into a buffer without bound.
@safe
final class Socket {
    /// Reasons not to read from a socket.
    struct Hold: OptionSet {
        let rawValue: UInt8
        /// The connection's owner has paused reading.
        static let application = Hold(rawValue: 1)
        /// A request waits for its response.
        static let request = Hold(rawValue: 2)
        /// Nothing more of the peer is handled.
        static let discarding = Hold(rawValue: 4)
    }

    /// Unique among the sockets of a listener or dialer.
    let id: UInt64
    let wsi: OpaquePointer
    private let shared: SocketContext
    var loop: EventLoop { shared.loop }
    /// Counts the bytes in all outbound queues.
    var queues: QueueTotal { shared.queues }
    /// The memory held for this socket: queued output, and incomplete messages or bodies.
    let account: LedgerAccount
    /// Measures the turns of the loop.
    var turns: LoopTurns { shared.turns }
    private(set) lazy var remoteAddress = unsafe PeerAddress.numeric(of: wsi)
    private(set) var role: (any SocketRole)?
    private var holds: Hold = []
    /// Discards the input while ``Hold/discarding``.
    private var drain: InputDrain?
    private var progress = SendProgress()
    /// Where the socket stands among those that write.
    var writePlace = WriteTurns.Place.free
    private(set) var isEnding = false
    private var isClosed = false
    /// Bytes of messages and bodies received.
    private(set) var bytesIn = 0
    /// Bytes written.
    private(set) var bytesOut = 0

    init(id: UInt64, _ wsi: OpaquePointer, _ shared: SocketContext) {
        self.id = id
        unsafe self.wsi = unsafe wsi
        self.shared = shared
        account = shared.ledger.open()
        // The account is closed before the socket is released.
        account.reclaim = { [unowned self] in role?.reclaim() }
    }

    /// Directs the events of the socket to `role`.
    func assign(_ role: any SocketRole) {
        self.role = role
    }

    // MARK: Output

    /// A buffer to gather bytes in that are written together.
    var scratch: UnsafeMutableRawBufferPointer { unsafe shared.scratch }

    /// Whether lws has not sent all of the last write yet.
    var isBlocked: Bool { unsafe !isClosed && lws_partial_buffered(wsi) != 0 }

    /// Writes `bytes`; returns false if the socket is dead, and closes it then.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isEnding else { return false }
        let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard unsafe lws_shim_write(wsi, base, bytes.count) >= 0 else {
            end()
            return false
        }
        shared.counters.bytesOut += UInt64(bytes.count)
        shared.writes.count(bytes.count)
        bytesOut += bytes.count
        progress.wrote()
        return true
    }

    /// Whether bytes can be written to the kernel directly: no TLS, and no unsent bytes in lws.
    var takesDirectly: Bool { unsafe !isEnding && !isBlocked && lws_shim_is_plain(wsi) != 0 }

    /// Writes as much of `bytes` as the kernel accepts, bypassing lws, which would copy the rest.
    ///
    /// Only while ``takesDirectly``. For HTTP only: between WebSocket frames lws sends control frames.
    ///
    /// - Returns: The number of bytes accepted; nil if the socket is dead, which is closed then.
    func writeDirectly(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let count = unsafe lws_shim_send(wsi, base, bytes.count)
        guard count >= 0 else {
            end()
            return nil
        }
        shared.writes.count(count)
        guard count > 0 else { return 0 }
        shared.counters.bytesOut += UInt64(count)
        bytesOut += count
        progress.wrote()
        return count
    }

    /// Whether it is this socket's turn to write in this pass; where not, ``SocketRole/becameWritable()`` is called
    /// once it is, unless reading is held.
    ///
    /// - Parameter bytes: What it has to write, in all.
    func takesTurn(for bytes: Int) -> Bool { shared.writes.admits(self, for: bytes) }

    /// Whether this pass has room for a further write.
    var hasTurnLeft: Bool { shared.writes.hasRoom }

    /// Requests a call of ``SocketRole/becameWritable()`` once the last write is sent.
    func requestWritable() {
        guard !isEnding else { return }
        _ = unsafe lws_callback_on_writable(wsi)
    }

    /// Whether the peer has received nothing for `seconds`; call it regularly while bytes are queued.
    func hasStalled(_ now: Double, after seconds: Double) -> Bool {
        let unacknowledged = unsafe lws_shim_unacknowledged(wsi)
        return progress.hasStalled(now, unacknowledged: unacknowledged, after: seconds)
    }

    /// Whether the kernel holds bytes that the peer has not received.
    var hasUnreceived: Bool { unsafe !isClosed && lws_shim_unacknowledged(wsi) > 0 }

    /// Restarts the time of ``hasStalled(_:after:)``: no bytes are queued.
    func restartStallClock(_ now: Double) {
        progress.restart(now)
    }

    /// Ends the outgoing direction; the peer sees the end of the stream and can still be read.
    func endOutput() {
        guard !isClosed else { return }
        unsafe lws_shim_shutdown_output(wsi)
    }

    /// Ends the outgoing direction after `seconds`, after what lws can write in that pass.
    func endOutput(after seconds: Double) {
        shared.loop.timer(after: seconds) { [weak self] in
            self?.afterPass { [weak self] in self?.endOutput() }
        }
    }

    // MARK: Input

    /// Whether reading is held.
    var isHeld: Bool { !holds.isEmpty }

    /// Whether input, or the end of the stream, waits to be read.
    var hasInput: Bool {
        var byte: UInt8 = 0
        return unsafe !isClosed && lws_shim_peek(wsi, &byte, 1) >= 0
    }

    /// Whether the peer has ended its direction, and everything before that is read.
    var isAtEnd: Bool {
        var byte: UInt8 = 0
        return unsafe !isClosed && lws_shim_peek(wsi, &byte, 1) == 0
    }

    /// Calls `violated` once if the first frame of a WebSocket is not masked.
    func checkFirstMask(_ violated: @escaping () -> Void) -> InputPeek {
        var mask = FirstMask(isEncrypted: isEncrypted)
        let head = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[..<2])
        let least = isEncrypted ? 1 : FirstMask.bytes
        return unsafe InputPeek(wsi, on: shared.loop.handle, scratch: head, least: least) {
            [unowned self] bytes in
            readTaken()
            guard let isMasked = unsafe mask.isMasked(bytes) else { return true }
            if !isMasked { violated() }
            return false
        }
    }

    /// Calls `found` once, before lws reads the end of the next request's head, with whether lws parses the head as
    /// others do, and with what was looked at; not where some of the head passed by unseen.
    ///
    /// - Parameter start: What lws had read from the socket before it, in bytes; negative: not known.
    func checkHead(
        after start: Int64,
        _ found: @escaping (RequestHead.Finding, RequestHead, HeadLooks) -> Void
    ) -> InputPeek {
        var head = RequestHead()
        var looks = HeadLooks(isEncrypted: isEncrypted)
        readTaken()
        return unsafe InputPeek(wsi, on: shared.loop.handle, scratch: scratch) {
            [unowned self] bytes in
            readTaken()
            // Of the first look nothing has to be asked: most heads come at once.
            if looks.count > 0, !looks.isWithoutGap(bytesRead(since: start)) { return false }
            looks.add(bytes.count)
            guard let finding = unsafe head.inspect(bytes) else { return true }
            looks.restCount = head.restCount
            found(finding, head, looks)
            return false
        }
    }

    /// The bytes that lws has read from the socket since it had read `start`; negative: not known.
    func bytesRead(since start: Int64) -> Int64 {
        let read = unsafe lws_shim_bytes_read(wsi, 0)
        return read < 0 || start < 0 ? -1 : read - start
    }

    /// Discards all further input: lws reads none of it, and so takes no part of it for a request.
    func discardInput() {
        guard !isClosed, drain == nil else { return }
        hold(.discarding)
        drain = unsafe InputDrain(wsi, on: shared.loop.handle, scratch: scratch) {
            [unowned self] in end()
        }
    }

    /// Stops reading for `reason`.
    ///
    /// Of a WebSocket over TLS, what has been decrypted is still delivered, a record at most (16 KiB): while that is
    /// not read to its end, lws 4.1 does not return from its callback.
    func hold(_ reason: Hold) {
        let wasHeld = isHeld
        holds.insert(reason)
        guard !wasHeld, !isClosed else { return }
        guard role?.isWebSocket == true, isEncrypted else { return allowInput(false) }
        afterPass { [self] in
            if isHeld { allowInput(false) }
        }
    }

    /// Removes `reason`, and resumes reading if no other reason remains.
    func release(_ reason: Hold) {
        let wasHeld = isHeld
        holds.remove(reason)
        if wasHeld, !isHeld { allowInput(true) }
    }

    /// Whether it uses TLS.
    var isEncrypted: Bool { unsafe lws_is_ssl(wsi) != 0 }

    private func allowInput(_ allowed: Bool) {
        guard !isClosed else { return }
        _ = unsafe lws_rx_flow_control(wsi, allowed ? 1 : 0)
        if allowed { readTaken() }
    }

    /// Has lws read, at the end of the pass, what a look at encrypted input took from the socket: lws hears of
    /// input by the socket alone, and would wait for more.
    private func readTaken() {
        guard isEncrypted else { return }
        afterPass { [self] in
            guard !isClosed, !isHeld else { return }
            unsafe lws_shim_read_taken(wsi)
        }
    }

    /// Counts bytes that lws has delivered.
    func countInput(_ bytes: Int) {
        shared.counters.bytesIn += UInt64(bytes)
        bytesIn += bytes
    }

    // MARK: End

    /// Removes lws's own time limit.
    func clearTimeout() {
        guard !isEnding else { return }
        unsafe lws_shim_clear_timeout(wsi)
    }

    /// Closes the socket in the next pass; unsent bytes are discarded.
    func end() {
        guard !isEnding else { return }
        isEnding = true
        drain?.cancel()
        unsafe lws_shim_end(wsi)
    }

    /// Checks time limits; called several times a second, with the monotonic time in seconds.
    ///
    /// Requests the end again: if lws completes a step in the same pass, a handshake for example, its own
    /// time limit replaces the end.
    func tick(_ now: Double) {
        if isEnding, !isClosed { unsafe lws_shim_end(wsi) }
        role?.tick(now)
    }

    /// Handles that lws has closed the socket.
    func closed() {
        guard !isClosed else { return }
        isClosed = true
        isEnding = true
        drain = nil
        let role = role
        self.role = nil
        role?.closed()
        account.close()
    }

    /// Runs `work` at the end of this pass.
    func afterPass(_ work: @escaping () -> Void) {
        shared.loop.afterPass(work)
    }
}

/// The protocol that runs on a ``Socket``: HTTP first, WebSocket after an upgrade.
///
/// Called on the loop's thread.
protocol SocketRole: AnyObject {
    /// Whether it is a WebSocket, after the upgrade.
    var isWebSocket: Bool { get }
    /// The socket is writable and all earlier writes are sent; false makes lws close it.
    func becameWritable() -> Bool
    /// The socket is closed; called exactly once.
    func closed()
    /// Checks time limits; called several times a second with the monotonic time in seconds.
    func tick(_ now: Double)
    /// The listener closes: ends the socket unless a request is being served.
    func retire()
    /// The socket's account has to release memory: releases what it can.
    func reclaim()
}

extension SocketRole {
    var isWebSocket: Bool { false }
    func reclaim() {}
}

/// State that all sockets of one listener or dialer share; on the loop's thread.
@safe
final class SocketContext {
    let loop: EventLoop
    let turns: LoopTurns
    var counters = Counters()
    /// Bytes in all outbound queues.
    let queues = QueueTotal()
    /// Memory held for all sockets.
    let ledger: MemoryLedger
    let writes: WriteTurns
    /// A buffer for the write in progress.
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

    init(_ loop: EventLoop, ledger: MemoryLedger) {
        self.loop = loop
        self.ledger = ledger
        writes = WriteTurns(loop)
        turns = loop.turns
    }

    deinit {
        unsafe scratch.deallocate()
    }
}

/// The table of the subprotocols of a libwebsockets context, which it must outlive.
@safe
final class ProtocolTable {
    let list: UnsafeMutablePointer<lws_protocols>
    private let names: [UnsafeMutablePointer<CChar>?]

    typealias Callback =
        @convention(c) (
            OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?,
            UnsafeMutableRawPointer?,
            Int
        ) -> Int32

    /// Nil if there is no memory.
    init?(_ callback: Callback, _ subprotocols: [String] = []) {
        let names = unsafe subprotocols.map { unsafe strdup($0) }
        unsafe self.names = unsafe names
        let made = unsafe names.map { unsafe UnsafePointer($0) }.withUnsafeBufferPointer {
            unsafe lws_shim_protocols(callback, $0.baseAddress, $0.count)
        }
        guard let made = unsafe made else { return nil }
        unsafe list = made
    }

    deinit {
        unsafe free(list)
        unsafe names.forEach { unsafe free($0) }
    }
}

/// The bytes in all outbound queues of a listener together; on the loop's thread.
///
/// A frame counts once for each queue, and so does a write that libwebsockets buffers.
final class QueueTotal {
    var bytes = 0
}
